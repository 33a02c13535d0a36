"""Work that never ends, in a module that a checking process imports in no time."""


def endless(*_: object) -> None:
    """Use the processor until somebody stops it: a process asleep would not be slow, but away."""
    while True:
        pass
