"""What the analyst costs, and whether it is honest."""
