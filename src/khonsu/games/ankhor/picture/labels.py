"""The words of the drawn table."""

from __future__ import annotations

from khonsu.draw.labels import View, capital, shorten, status
from khonsu.text import Text


def rounds(view: View, t: Text) -> str:
    """The number of the round, or that it is the last one."""
    if view["last_round"] and not view["over"]:
        return capital(t("last round"))
    return t("Round {round}", round=view["round"])


def doing(view: View, names: list[str], t: Text, narrow: bool) -> str:
    """Whose turn it is, as much as there is room for."""
    return shorten(status(view, names, t), 34 if narrow else 48)


def summary(view: View, names: list[str], t: Text) -> str:
    """The picture in words, for those who do not see it."""
    seats = [
        f"{name}: {t.count('{n} point', '{n} points', round(points))}, " + t.count("{n} tile", "{n} tiles", tiles)
        for name, (points, tiles) in zip(names, view["seats"])
    ]
    return ". ".join([rounds(view, t), status(view, names, t), *seats]) + "."
