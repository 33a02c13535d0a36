"""Tables of plays, one in each row: the part that text with separators and spreadsheets share."""
