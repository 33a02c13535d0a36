"""The fewest changes that would put a record right: proposed, tried, ordered and described."""
