"""Tables of plays, one a row: what text with separators and spreadsheets have in common."""
