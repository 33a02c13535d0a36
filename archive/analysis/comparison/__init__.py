"""Two sheets of one game compared: where they differ, which the rules support, and why."""
