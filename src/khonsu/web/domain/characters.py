"""Who the bots are: names and faces of their own, the same in every language, beside the level that they play at."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from khonsu.text import Text
from khonsu.web.domain.arrangement import Seat
from khonsu.web.domain.names import free_name, likeness
from khonsu.web.words import is_level

# people of Egypt, from the kitten of the house to the builder of the first pyramid; static/faces has their faces
CHARACTERS = ("Miu", "Ipi", "Senbi", "Meryt", "Hapu", "Nebet", "Djedi", "Imhotep", "Tiye", "Hemiunu")


def character(bot: str, taken: Iterable[str]) -> str:
    """A name for a bot: that of its level, or the next one that nobody at the table has."""
    first = int(bot[5:]) - 1 if is_level(bot) else len(CHARACTERS) - 2
    others = {likeness(name) for name in taken}
    in_order = [CHARACTERS[(first + n) % len(CHARACTERS)] for n in range(len(CHARACTERS))]
    return next((name for name in in_order if likeness(name) not in others), in_order[0])


def face(seat: Seat) -> str | None:
    """The picture of a bot, by its file's name."""
    return seat.name.lower() if seat.kind == "bot" and seat.name in CHARACTERS else None


def shown_names(seats: Sequence[Seat], t: Text) -> list[str]:
    """What everybody is called. Who gave no name is kept without one, and called in the reader's language."""
    names = [seat.name for seat in seats]
    for seat in seats:
        if not seat.name:
            alone = seat.person is not None and seat.person not in [other.person for other in seats[: seat.seat]]
            plain = t("Guest") if alone else t("Player {n}", n=seat.seat + 1)
            names[seat.seat] = free_name(plain, [name for name in names if name])
    return names
