"""The lesson on writing a game down, with exercises that the engine judges, and sheets of every
game in three forms."""
