"""Which deals can lie behind a record: its cards as a problem for a SAT solver."""
