"""Learning to write a game down: a lesson, exercises that the engine judges, and sheets of every
game in three forms."""
