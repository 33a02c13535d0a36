"""The analysis of a record beyond its verdict: other rules, repairs, a second sheet."""

from archive.analysis.report import Analysed, Analysis, analyse, verify_fully

__all__ = ["Analysed", "Analysis", "analyse", "verify_fully"]
