"""Fuzzing of all that is done with what people upload: records and other people's score sheets."""
