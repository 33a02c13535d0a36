"""What can have been dealt: the cards of a record as a problem for a solver."""
