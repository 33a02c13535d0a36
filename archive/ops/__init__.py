"""Watching over the archive: who works, how much was done, what is wrong."""
