"""Benchmarks, run by hand: `make bench`. Each has a peer in the same run, because only ratios hold
on a shared machine."""
