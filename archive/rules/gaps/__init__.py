"""What a record leaves out: pages torn off, plays skipped, hands never listed.

`foresight` is the result, made once for a record: its tables know what is missing.
`play_numbers` reads the numbers of the plays; `gap_search` goes through a record and finds by
trying what is missing where; `skipped_numbers` and `out_of_turn` try the two signs of it, on a
`torn_record`, where what is only `misplaced` is no sign; `missing_deals` finds whole deals by who
deals next, and `further_gaps` looks again at what is still wrong. `unplayed_deals` says which lines
are of deals without plays, `signs_of_gaps` what counts as wrong on the way. A table is given what
is missing as omissions (rules/omissions.py); the rules of a game need only say how they lose track,
and how play goes on.
"""
