"""Whole numbers and rows of them: Python's own, and in a compiled kernel the machine's.

This file is never compiled. The compiler of a kernel takes its types from here and finds in
`librt`, which comes with the compiler, rows that need no more memory than their numbers.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from librt.vecs import vec as vec
    from mypy_extensions import i64 as i64
else:
    i64, vec = int, list
