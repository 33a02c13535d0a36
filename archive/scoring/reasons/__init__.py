"""Reasons that findings are given: why a total differs from the rules (`wrong_totals`), and why a
game is won or not (`endings`)."""
