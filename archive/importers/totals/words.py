"""The words that stand in front of totals, in lines and in tables alike."""

UNIT = r"deal|hand|round|game|runde|spiel|no\.?|nr\.?"
"""What is counted on a sheet of totals."""
NUMBER = r"[+\-−]?\d{1,6}"
START = r"start|beginning|anfang|beginn"
LAST = (
    r"final(?:\s+(?:score|result|standing))?|totals?|sum|(?:at\s+the\s+)?end|result|gesamt|summe"
    r"|ergebnis|am\s+ende|(?:zum\s+)?schluss|endstand"
)
