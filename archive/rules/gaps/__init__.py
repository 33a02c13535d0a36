"""What a record leaves out: pages torn off, plays skipped, hands never listed.

`numbering` reads the numbers of the plays; `walk` goes through a record and finds by trying what is
missing where; `skipped_numbers` and `out_of_turn` weigh the two signs of it, on a `torn_record`,
and `one_tear_more` looks again at what is still wrong; `standings` does so for a game that looks
ahead. `wrongs` lists what counts as wrong on the way. The result is given to a table as
`omissions`, which stand outside because every table knows them.
"""
