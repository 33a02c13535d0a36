"""Spreadsheets (.xlsx) as rows of cells: what is packed in one, and what its parts say.

Read here rather than by a library because of what must be told: the cell each text stands in, a
formula that has no value, and in one sentence why a spreadsheet cannot be read. What is read is
counted, so that no spreadsheet, however it is made, costs more than the limits in `package`.
"""
