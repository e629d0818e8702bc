"""The words of the drawn table."""

from __future__ import annotations

from khonsu.draw.labels import View, capital, status
from khonsu.text import Text


def rounds(view: View, t: Text) -> str:
    """The number of the round, or that it is the last one."""
    if view["last_round"] and not view["over"]:
        return capital(t("last round"))
    return t("Round {round}", round=view["round"])


def summary(view: View, names: list[str], t: Text) -> str:
    """The picture in words, for those who do not see it."""
    seats = [
        f"{name}: {t.count('{n} point', '{n} points', round(domain['score']['total']))}, "
        + t.count("{n} tile", "{n} tiles", len(domain["tiles"]))
        for name, domain in zip(names, view["domains"])
    ]
    return ". ".join([rounds(view, t), status(view, names, t), *seats]) + "."
