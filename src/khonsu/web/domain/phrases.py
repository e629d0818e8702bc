"""What players can call to each other. No free words: everybody hears them in their own language, and none hurts."""

from __future__ import annotations

from khonsu.errors import KhonsuError
from khonsu.text import Text
from khonsu.web.domain.clock import now
from khonsu.web.settings import PHRASES_AT_ONCE, PHRASES_EVERY

COUNT = 10


class TooTalkative(KhonsuError):
    """More phrases than anybody wants to hear."""

    template = "You have said a lot just now. Wait a moment before you say more."


def phrases(t: Text) -> list[str]:
    """All phrases, in their order, in a language."""
    return [
        t("Hello!"),
        t("Good luck!"),
        t("Nice move!"),
        t("Oh no!"),
        t("Well played!"),
        t("Thank you!"),
        t("Sorry!"),
        t("One moment, please."),
        t("I have to go soon."),
        t("Another match?"),
    ]


def coach_wanted(who: str, t: Text) -> str:
    """That a player would like the coach."""
    return t(
        "{who} would like the coach. It speaks to all of you, and only once everybody has switched it on.", who=who
    )


class Voice:
    """How much somebody may still say: a few phrases at once, then one every few seconds."""

    def __init__(self) -> None:
        self._spent, self._at = 0.0, now()

    def use(self) -> None:
        """Say one phrase; raises if that is too much."""
        at = now()
        self._spent = max(0.0, self._spent - (at - self._at) / PHRASES_EVERY)
        self._at = at
        if self._spent + 1 > PHRASES_AT_ONCE:
            raise TooTalkative()
        self._spent += 1
