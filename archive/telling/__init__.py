"""Findings, and how they are told: what is wrong with a record as data, and each as one sentence.

It stands below the games, so that a game's folder has its own sentences (`messages` there).
"""
