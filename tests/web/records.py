"""Small records of the games, with hands listed, in part listed, and not listed at all."""

from archive.generator import generate
from archive.notation import write
from archive.services import Archive

ZWANZIG_AB = b"""\
[XXN "1.0"]
[Game "zwanzig-ab"]
[Rules "zwanzig-ab/pagat@1"]
[P1 "Anna"]
[P2 "Bernd"]
[P3 "Clara"]
[P4 "Dirk"]

@deal n=1 dealer=p4 cards=5
p1: AhKh+Th9s7d
p2: As7c+8d9d8s
p3: QhJh+AcKc7s
p4: ?????
@trump p1 h
@exchange
1. p1 x9s7d>9hTs 2. p2 x- 3. p3 x7s>Ad 4. p4 x?
@stay
5. p2 out 6. p3 in 7. p4 out
@trick n=1 first=p1
8. p1 Ah 9. p3 Jh
@trick n=2 first=p1
10. p1 Kh {too <proud>} 11. p3 Qh
@trick n=3 first=p1
12. p1 Ts 13. p3 Ac
@trick n=4 first=p1
14. p1 Th 15. p3 Kc
@trick n=5 first=p1
16. p1 9h 17. p3 Ad
@score p1:10 p2:20 p3:30 p4:20
*
"""

TWENTY_TWO = b"""\
[XXN "1.0"]
[Game "twenty-two"]
[Rules "twenty-two/north-american@1"]
[P1 "Ana"]
[P2 "Bo"]
[P3 "Cem"]

@cut p1 7h p2 9c p3 Ks
@deal n=1 dealer=p3 cards=7
p1: AcKdJh9s5c4d2h
p2: QdQsTh8c6s5d3c
@exchange
1. p1 x2h4d>7s7c 2. p2 x- 3. p3 x??
@trick n=1 first=p1
4. p1 7s7c 5. p2 QdTh 6. p3 3d2c
@trick n=2 first=p2
7. p2 Qs 8. p3 Kc 9. p1 Kd
@trick n=3 first=p1
10. p1 9s 11. p2 3c 12. p3 Td
@trick n=4 first=p3
13. p3 4c 14. p1 Jh 15. p2 5d
@trick n=5 first=p1
16. p1 5c 17. p2 6s 18. p3 6h
@show p1 Ac p2 8c p3 8h
@keep p1 Ac=11
@score p1:11 p2:0 p3:0
@deal n=2 dealer=p1 cards=11
19. p2 x- 20. p3 x- 21. p1 x-
*
"""

COUNT_TO_20 = b"""\
[XXN "1.0"]
[Game "count-to-20"]
[Rules "count-to-20/stovel@1;target=20"]
[P1 "Ada"]
[P2 "Ben"]
[P3 "Cleo"]

@deal n=1 dealer=p3 cards=7
p1: AhKdQh9c5d4s2h
p2: Qs7d6d????
p3: ???????
1. p1 Ah=1 2. p2 d5c 3. p3 2=2
4. p1 d3c 5. p2 d4h 6. p3 d?
7. p1 3c=3 8. p2 4h=4 9. p3 5=5
10. p1 4s2h=6 11. p2 7d=7 12. p3 8h=8
13. p1 9c=9 14. p2 Ts=10 15. p3 AJ=11
16. p1 Kd:2+Qh=12 17. p2 Qs3=13 18. p3 QQ:10+4=14
*
"""


def kept(archive: Archive) -> int:
    """How many uploads an archive keeps, whoever may see them."""
    with archive.database.engine.connect() as connection:
        found: int = connection.exec_driver_sql("SELECT count(*) FROM upload").scalar_one()
    return found


def made_up(rules: str, seats: int, seed: int = 1) -> bytes:
    """Return a game made up by chance."""
    return write(generate(rules, seats, seed, {})).encode()
