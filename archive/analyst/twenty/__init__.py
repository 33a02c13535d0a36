"""Twenty, weighed."""
