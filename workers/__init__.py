"""The workers: processes that fetch tasks from the queue and have the archive do them."""
