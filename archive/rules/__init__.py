"""What the games share: the kernel that runs them, and the reading of rulebook pages."""
