"""The rules that the games share; and the reading of rulebook pages.

A `position` plays, with `hand`s, a `pack` and a `dealer`. A `table` stands around it while a record
is judged: `advance` lets one line happen, `table_with_hands` and `trick_taking` are for games that
have these, `faults_and_claims` is what is reported and held against the rules. A `hand_seen` is
what a record shows of a hand, `cards_denied` what a play denies of it; `gaps` finds what a record
leaves out. `sound_record` and `sound_tricks` read records that are sound without a table. `game`
and `rule_sets` describe a game, `rulebook` its page, `totals` and `slips` what points can be.
"""
