"""A pair of eyes: whose view they have, in which language and form, and what they have seen already."""

from __future__ import annotations

from dataclasses import dataclass, field

from khonsu.web.domain.table import Table

Shown = list[int | str]  # the parts of a drawing: their numbers, or what has none


@dataclass(eq=False, kw_only=True)
class Eyes:
    """Whoever looks at a table: in a seat or several on one device, or as a spectator."""

    person: str = ""
    token_seat: int | None = None  # the seat of the program whose secret was shown instead of a cookie
    language: str = "en"
    narrow: bool = False
    text: bool = False  # wants the table as text, too
    drawing: bool = True
    shown: int = -1  # the seat whose view is on the screen
    told: int = 0  # steps whose sentences were sent
    drawn: Shown = field(default_factory=list)  # of the drawing that was sent last

    def seats(self, table: Table) -> list[int]:
        """The seats that they may act for."""
        return table.own_seats(self.person) if self.token_seat is None else [self.token_seat]

    def view(self, table: Table) -> tuple[int, int | None]:
        """The seat whose view is shown (-1: the public one), and the seat for which the screen must be handed over."""
        own = self.seats(table)
        if not own:
            return -1, None
        asked = [seat for seat in own if seat in table.asked]
        wanted = self.shown if self.shown in own and (self.shown in asked or not asked) else (asked or own)[0]
        if len(own) > 1 and wanted != self.shown and not table.finished and table.secret:
            return -1, wanted
        self.shown = wanted
        return wanted, None
