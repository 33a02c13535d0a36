"""Two sheets of one game held side by side: where they differ, which the rules support, and why."""
