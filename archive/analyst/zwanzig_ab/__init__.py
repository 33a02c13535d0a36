"""Zwanzig ab and Twenty down, weighed trick by trick."""
