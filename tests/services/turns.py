"""Turns of a worker, as short as they can be."""


class OneStep:
    """A turn of one step: one transaction of a job."""

    def __init__(self) -> None:
        self.left = 1

    @property
    def over(self) -> bool:
        self.left -= 1
        return self.left < 0
