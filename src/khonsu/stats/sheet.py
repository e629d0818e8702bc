"""A small table of results, written once and shown in a terminal, a notebook or a document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape


@dataclass(frozen=True)
class Sheet:
    """Rows of words and figures under their headings; the first `left` columns are words."""

    headings: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    left: int = 1

    def html(self) -> str:
        """As HTML, for notebooks."""
        return (
            "<table>"
            + "".join(
                "<tr>" + "".join(f"<{kind}>{escape(cell)}</{kind}>" for cell in row) + "</tr>"
                for kind, row in (("th", self.headings), *(("td", row) for row in self.rows))
            )
            + "</table>"
        )

    def markdown(self, names: Mapping[str, str]) -> list[str]:
        """As lines of Markdown; `names` says some headings otherwise."""
        ruler = ["---"] * self.left + ["---:"] * (len(self.headings) - self.left)
        rows = [" | ".join(row) for row in ([names.get(name, name) for name in self.headings], *self.rows)]
        return [f"| {rows[0]} |", f"|{'|'.join(ruler)}|", *(f"| {row} |" for row in rows[1:])]

    def text(self) -> str:
        """As lines of equal width, for terminals."""
        lines = [self.headings, *self.rows]
        widths = [max(map(len, column)) for column in zip(*lines)]
        return "\n".join(
            "  ".join(
                cell.ljust(width) if i < self.left else cell.rjust(width)
                for i, (cell, width) in enumerate(zip(line, widths))
            ).rstrip()
            for line in lines
        )
