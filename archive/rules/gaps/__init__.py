"""What a record leaves out: pages torn off, plays skipped, hands never listed.

`numbering` asks what the numbers of the plays say; `walk` goes through a record and finds by trying
what is missing where; `skipped_numbers` and `out_of_turn` weigh the two signs of it, on a
`torn_record`, and `one_tear_more` looks again at what is still wrong; `standings` does so for a
game that looks ahead. `wrongs` says what counts as wrong on the way. What was found is told to a
table as `omissions`, which stand outside because every table knows them.
"""
