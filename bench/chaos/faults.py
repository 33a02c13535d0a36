"""The faults: each is done to a running archive while people hand records in."""

from __future__ import annotations

import errno
import os
import random
import resource
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from archive.services import Archive
from archive.store import facet_counts
from bench.chaos.handing_in import Document, People, until
from bench.chaos.running import House
from bench.chaos.stopping import clock_moved, stop

Fault = Callable[[House, People], str]
# So large that no disk of the test's has room for a second one.
LARGE = 24 << 20
TO_DELETE = 6000
PATIENCE = 1200.0
"""Seconds, as for all else to settle: an archive may get a hundredth of a processor."""
HELD = 50
"""Seconds: two tries on SQLite, four on PostgreSQL."""


def documents(fault: str, number: int, chance: random.Random) -> list[Document]:
    """What is handed in meanwhile: mostly evenings, now and then a year."""
    return [
        Document(
            f"{fault.replace(' ', '-')}-{at:04}.xxn",
            records=chance.choice((1, 1, 2, 3, 8, 20, 20, 150)),
            keyed=at % 3 != 2,
        )
        for at in range(number)
    ]


def nothing(_house: House, people: People) -> str:
    """Nothing goes wrong: what the others are held against."""
    people.wait()
    return ""


def workers_killed(house: House, people: People) -> str:
    killed = 0
    for share in (0.1, 0.5, 1.0, 1.0):
        people.wait_for(share)
        until(lambda: len(house.workers()) == house.wanted, 60)
        time.sleep(1)  # they may have begun something
        killed += house.kill_workers()
    return f"{killed} killed"


def broker_killed(house: House, people: People) -> str:
    for share in (0.3, 0.7):
        people.wait_for(share)
        house.kill_broker()
        time.sleep(2)
        house.start_broker()
    return "twice"


def broker_emptied(house: House, people: People) -> str:
    emptied = 0
    for share in (0.2, 0.5, 0.8):
        people.wait_for(share)
        emptied += house.empty_broker()
    people.wait()
    emptied += house.empty_broker()
    return f"{emptied} messages gone"


def database_away(house: House, people: People) -> str:
    people.wait_for(0.3)
    with house.without_database() as note:
        pass
    return note


def lists_held(house: House, people: People) -> str:
    """What every verdict is written to is held, longer than several tries wait for it."""
    people.wait_for(0.3)
    archive = Archive(house.settings)
    try:
        with archive.database.writing(unhurried=True) as session:
            session.connection()
            facet_counts.alone(session)
            time.sleep(HELD)
    finally:
        archive.close()
    return f"for {HELD} s"


def all_killed(house: House, people: People) -> str:
    people.wait_for(0.5)
    house.kill_everything()
    house.start()
    return "kill -9, started again"


def web_killed(house: House, people: People) -> str:
    """The web server alone; its supervisor, or the machine's, starts it again."""
    killed = 0
    for share in (0.2, 0.6):
        people.wait_for(share)
        for pid in house.web_server():
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
                killed += 1
        house.start_web()
    return f"{killed} killed"


def supervisor_killed(house: House, people: People) -> str:
    """The supervisors alone: what they had started stops by itself, and another is started."""
    people.wait_for(0.4)
    killed = house.kill_supervisors()
    house.start_supervisors()
    return f"{killed} killed"


def same_message_thrice(house: House, people: People) -> str:
    """Two workers at one chunk: every upload and every range is queued over and over."""
    archive = Archive(house.settings)
    queue = archive.queue
    sent = 0
    try:
        done = False
        while not done:
            done = people.finished  # and once more then: the last ones are hardly judged yet
            for document in people.documents:
                for receipt in document.receipts:
                    for _ in range(2):
                        queue.receive(receipt)
                        queue.judge(receipt, 1, min(25, document.total))
                        sent += 2
                    if document.total > 25:
                        queue.judge(receipt, 20, 45)
                        sent += 1
            time.sleep(0.05)
    finally:
        archive.close()
    return f"{sent} messages more"


def records_that_hang(_house: House, people: People) -> str:
    people.wait()
    return "one loops, one never looks up"


def deletion_killed(house: House, people: People) -> str:
    """A large upload is deleted while it is judged, and what deletes it is killed in the middle."""
    archive = Archive(house.settings)
    try:
        large = Document("gone.xxn", records=TO_DELETE)
        upload_id = archive.uploads.hand_in(
            large.text(), filename=large.name, source="chaos"
        ).upload_id
        people.wait_for(0.5)

        def split() -> bool:
            found = archive.uploads.find(upload_id, games=0)
            return found is not None and found.total is not None

        if not until(split, PATIENCE):
            raise RuntimeError("what was to be deleted was never split")
        job_id, killed = archive.deletion.upload(upload_id, by=None), 0
        seen: list[int] = []
        for _ in range(2):

            def further() -> bool:
                job = archive.jobs.find(job_id)
                return job is not None and (job.state == "done" or job.done > sum(seen[-1:]))

            until(further, PATIENCE)
            job = archive.jobs.find(job_id)
            seen.append(job.done if job else 0)
            killed += house.kill_workers()
        if not until(lambda: getattr(archive.jobs.find(job_id), "state", "") == "done", PATIENCE):
            raise RuntimeError(f"the deletion {job_id} was never gone on with")
        wrong = archive.search.wrong_counts()
        if archive.uploads.find(upload_id) is not None or wrong:
            raise RuntimeError(f"something is left of {upload_id}; wrong counts: {wrong}")
        return f"{killed} killed at {' and '.join(map(str, seen))} of {TO_DELETE} records"
    finally:
        archive.close()


def disk_full(house: House, people: People) -> str:
    """The disk has no room left while uploads arrive; then there is room again."""
    people.wait_for(0.3)
    with no_room(house) as note:
        time.sleep(6)
    return note


def disk_full_and_killed(house: House, people: People) -> str:
    """The disk has no room left, and then the power fails; there is room at the next start."""
    people.wait_for(0.3)
    with no_room(house) as note:
        time.sleep(4)
        house.kill_everything()
    house.start()
    return f"{note}, killed meanwhile"


@contextmanager
def no_room(house: House) -> Iterator[str]:
    """Fill the small disk that the archive is on; or, where that could not be mounted, forbid its
    processes to make any file larger."""
    ballast = house.folder / "ballast"
    if os.path.ismount(house.folder):
        with ballast.open("wb", buffering=0) as file, suppress(OSError):
            while True:
                file.write(b"\0" * 65536)
        try:
            yield "tmpfs full for 6 s"
        finally:
            ballast.unlink()
        return
    limited = [*house.web_server(), *house.workers()]
    for pid in limited:
        with suppress(ProcessLookupError):
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
    try:
        yield "no file may grow for 6 s"
    finally:
        for pid in limited:
            with suppress(ProcessLookupError):
                resource.prlimit(
                    pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
                )


@contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[bool]:
    """A folder with a small disk of its own; False where we may not mount one."""
    folder.mkdir()
    mounted = os.geteuid() == 0 and not subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=0755", "tmpfs", str(folder)],
        check=False,
        capture_output=True,
    ).returncode  # fmt: skip
    try:
        yield mounted
    finally:
        if mounted:
            for _ in range(50):
                done = subprocess.run(["umount", str(folder)], check=False, capture_output=True)
                if done.returncode in (0, errno.EPERM):
                    break
                time.sleep(0.2)


SMALL_DISK = ("disk full", "disk full and killed")
"""Those that need a small disk."""
FAULTS: dict[str, Fault] = {
    "nothing": nothing,
    "workers killed": workers_killed,
    "broker killed": broker_killed,
    "broker emptied": broker_emptied,
    "database away": database_away,
    "lists held": lists_held,
    "everything killed": all_killed,
    "chunks judged by two": same_message_thrice,
    "records that hang": records_that_hang,
    "deletion killed": deletion_killed,
    "web server killed": web_killed,
    "supervisor killed": supervisor_killed,
    "workers stopped": stop(lambda house: house.workers()),
    "web server stopped": stop(lambda house: house.web_server()),
    "broker stopped": stop(lambda house: [house.broker_pid()]),
    "database stopped": stop(lambda house: house.database_pids()),
    "clock moved": clock_moved,
    "disk full": disk_full,
    "disk full and killed": disk_full_and_killed,
}
