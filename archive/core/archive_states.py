"""The states of uploads, records, verdicts, reports, accounts and jobs, each in one word."""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class UploadState(StrEnum):
    """How far an upload has come."""

    QUEUED = "queued"
    WORKING = "working"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


UNFINISHED_UPLOADS: Final = (UploadState.QUEUED, UploadState.WORKING)


class RecordState(StrEnum):
    """How far one record has come. `failed` is the engine's fault, not the record's."""

    WAITING = "waiting"
    JUDGED = "judged"
    FAILED = "failed"
    CANCELLED = "cancelled"


class Visibility(StrEnum):
    """Which readers may see something; `unlisted` shows it to all who know its address."""

    PRIVATE = "private"
    UNLISTED = "unlisted"
    PUBLIC = "public"


class Role(StrEnum):
    """What an account may do beyond its own. Each may do all that the ones before it may."""

    MEMBER = "member"
    ARBITER = "arbiter"
    MODERATOR = "moderator"
    ADMIN = "admin"


class ReportState(StrEnum):
    """What became of a report."""

    OPEN = "open"
    UPHELD = "upheld"
    DISMISSED = "dismissed"


class JobState(StrEnum):
    """How far a job has come."""

    QUEUED = "queued"
    WORKING = "working"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


UNFINISHED_JOBS: Final = (JobState.QUEUED, JobState.WORKING)


class AnalysisState(StrEnum):
    """How far an analysis has come that is not finished yet."""

    WAITING = "waiting"
    TAKEN = "taken"
    FAILED = "failed"


class AnnotationState(StrEnum):
    """How far the play-by-play analysis of a game has come."""

    WAITING = "waiting"
    TAKEN = "taken"
    DONE = "done"
    FAILED = "failed"


class Standing(StrEnum):
    """A verdict in one word, for counting and filtering. `open`: nothing is wrong as far as the
    record shows, but it does not show everything."""

    WAITING = "waiting"
    UPHELD = "upheld"
    OPEN = "open"
    FLAWED = "flawed"
    IMPOSSIBLE = "impossible"


STANDINGS: Final = tuple(one.value for one in Standing if one is not Standing.WAITING)
"""The standings of a verdict, the best first."""
