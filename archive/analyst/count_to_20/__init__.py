"""Count to 20, weighed turn by turn."""
