"""What can go wrong in the arena, each with one sentence that says what to do."""

from __future__ import annotations

from pathlib import Path

from khonsu.errors import KhonsuError


class OtherRun(KhonsuError):
    """The output belongs to a run with other settings."""

    template = (
        "{file} comes from a run with another value of {setting} ({there}, not {here}). Remove it or choose another "
        "name."
    )

    def __init__(self, file: Path, setting: str, there: object, here: object) -> None:
        super().__init__(file=file, setting=setting, there=there, here=here)


class NotARun(KhonsuError):
    """The output exists and was not written by the arena."""

    template = "{file} exists, but this program did not write it. Remove it or choose another file."

    def __init__(self, file: Path) -> None:
        super().__init__(file=file)


class WorkerDied(KhonsuError):
    """A worker process died again and again over the same work."""

    template = (
        "A worker process died {times} times over the same matches. Finished matches are kept. Perhaps memory ran "
        "out: try fewer processes."
    )

    def __init__(self, times: int) -> None:
        super().__init__(times=times)


class NoCluster(KhonsuError):
    """There is no Ray cluster at that address."""

    template = "There is no Ray cluster at {address}: {problem}"

    def __init__(self, address: str, problem: str) -> None:
        super().__init__(address=address, problem=problem)


class NotWithAll(KhonsuError):
    """The whole document says itself which matches it needs."""

    template = "{option} does not go with --all: the document says itself which matches it needs."

    def __init__(self, option: str) -> None:
        super().__init__(option=option)


class TooFewBots(KhonsuError):
    """A ladder needs somebody to compare with."""

    template = "A ladder needs at least two different bots, not {given}."

    def __init__(self, given: str) -> None:
        super().__init__(given=given)
