"""A sixth game, made up: a folder that is laid beside the others, and nothing else."""
