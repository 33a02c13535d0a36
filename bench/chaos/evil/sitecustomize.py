"""On the path of the workers under test alone: there, records that call themselves evil are.

No record of ours makes the engine hang. Should one do it some day, it will be in one of these two
ways: at something that an alarm interrupts, or deep in a library that never looks up.
"""

import os
import sys
import threading
import time

if "FAKETIME_TIMESTAMP_FILE" in os.environ:  # under libfaketime Python's own sleep is EINVAL
    time.sleep = threading.Event().wait

if "workers" in sys.orig_argv:
    import archive.judge_record

    _verify = archive.judge_record.verify

    def verify(data, *more, **named):
        while b'[Event "loops' in data:
            pass
        if b'[Event "spins' in data:
            sum(range(10**15))
        return _verify(data, *more, **named)

    archive.judge_record.verify = verify
