"""Judge records that come on standard input, each after its length, and answer with the hash of
the verdict: what another machine would say, whose sets have another order."""

from __future__ import annotations

import sys

from bench.fuzz.__main__ import judged


def main() -> None:
    read, put = sys.stdin.buffer, sys.stdout
    while head := read.read(4):
        print(judged(read.read(int.from_bytes(head, "big"))), file=put, flush=True)


if __name__ == "__main__":
    main()
