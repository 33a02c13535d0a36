"""What keeps processes running together: the queue, its server, locks, watches."""
