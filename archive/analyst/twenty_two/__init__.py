"""Twenty-Two, weighed trick by trick."""
