"""Sheets that have totals and no plays, judged as far as possible."""
