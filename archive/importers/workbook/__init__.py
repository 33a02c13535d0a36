"""Spreadsheets (.xlsx) as rows of cells: the files packed in one, and what they say.

They are read here and not by a library because of what must be reported: the cell each text stands
in, a formula without a value, and in one sentence why a spreadsheet cannot be read. All reading is
counted, so that no spreadsheet, however it is made, costs more than the limits in `package`.
"""
