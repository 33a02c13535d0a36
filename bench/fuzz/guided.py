"""Fuzzing guided by what code runs, as long as you like; `python -m bench.fuzz` needs no more than
the project and looks further.

    .venv/bin/uv pip install --group fuzz     (atheris; it has wheels for Linux alone)
    .venv/bin/python -m bench.fuzz.guided --minutes 5 [--keep FOLDER]

Starts from the records under fixtures/ and a list of the notation's words. The first input that
breaks a law (bench/fuzz/laws.py) is printed, kept in the folder, and ends the run. libFuzzer's last
line (`Done … runs in … second(s)`) tells executions and run time.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["archive"]):
    from bench.fuzz import laws

ROOT = Path(__file__).parents[2]
LONGEST = 1024  # bytes an input; libFuzzer counts runs a second, and size costs runs

WORDS = (
    '[XXN \\"1.0\\"]', '[Game \\"twenty\\"]', '[Rules \\"twenty/farrugia@1;hands=open\\"]',
    '[P1 \\"A\\"]', '[Result \\"p1:82 p2:110\\"]', '[Deck \\"52\\"]', "\\x0a", "\\x0d",
    "\\x0d\\x0d\\x0a",
    "\\xef\\xbb\\xbf", "\\xff\\xfe", "\\xc2\\xa0", "\\xe2\\x80\\x8b", "\\xe2\\x80\\xae", "\\x00",
    "@round n=1 first=p1", "@up 39 bonus=6", "@deal n=1 dealer=p1 cards=7", "@cut p1 7 p2 Q",
    "@trump p1 h", "@exchange", "@stay", "@trick n=1", "@show p1 As p2 KcKd", "@keep p1 As=11",
    "@out p3 p4", "@bonus p2 /6", "@score p1:21 p2:16", "@gap", "@end p1:82 p2:110 win=draw",
    "p1: 85542", "p2: Kh+T?", "1. p1 8=8", " p2 9=20/10", "p1 ^R 9h", "p2 Ad+2h+K:2=5",
    "p1 QsQh:10+4c=14", "p1 x9s7d>QhJh", "p3 x-", "p1 d5c", "p2 in", "p2 out", "p2 pass", "10",
    "{", "}", "\\\\", "\\\\}", "(", ")", "`", "\\\\`", "$255", "$256", "!?", "; ", "% ", "*", "+",
)  # fmt: skip


def check(data: bytes) -> None:
    """Hold every law about a file of records."""
    for _ in laws.of_records(data, budget=0):
        pass


def main() -> None:
    options = argparse.ArgumentParser(description="Fuzz the reader, the writer and the judge.")
    options.add_argument("--minutes", type=float, default=5)
    options.add_argument("--keep", type=Path, help="a folder for the corpus and for what broke")
    asked = options.parse_args()
    folder = asked.keep or Path(tempfile.mkdtemp(prefix="twenties-fuzz-"))
    corpus = folder / "corpus"
    corpus.mkdir(parents=True, exist_ok=True)
    words = folder / "words.dict"
    words.write_text("".join(f'"{word}"\n' for word in WORDS), encoding="utf-8")
    for path in sorted((ROOT / "fixtures").glob("**/*.xxn")):
        seed = path.read_bytes()[:LONGEST]
        (corpus / "-".join(path.relative_to(ROOT / "fixtures").parts)).write_bytes(seed)
    arguments = [
        sys.argv[0], str(corpus), f"-dict={words}", f"-max_len={LONGEST}", "-timeout=10",
        f"-artifact_prefix={folder}/", f"-max_total_time={round(asked.minutes * 60)}",
        "-print_final_stats=1",
    ]  # fmt: skip
    atheris.Setup(arguments, check)
    print(f"corpus and findings: {folder}")
    atheris.Fuzz()


if __name__ == "__main__":
    main()
