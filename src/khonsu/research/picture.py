"""What `render` returns: the public table as text, SVG or pixels."""

from __future__ import annotations

from io import BytesIO

import numpy as np
from numpy.typing import NDArray

from khonsu.draw import Look, render
from khonsu.errors import BadOption
from khonsu.extras import need
from khonsu.kernel.position import Position

MODES = ("ansi", "human", "svg", "rgb_array")
WIDTH = 800  # pixels of an rgb_array
Picture = str | NDArray[np.uint8] | None


def check_mode(mode: str | None) -> None:
    """Raise if there is no such way to render."""
    if mode is not None and mode not in MODES:
        raise BadOption("render_mode", mode, ", ".join(MODES))


def show(position: Position, mode: str | None) -> Picture:
    """The table as everybody sees it; `human` prints it and returns nothing."""
    names = [f"seat {seat}" for seat in range(position.players)]
    if mode in ("ansi", "human"):
        text = position.game.words.board(position.view(), names, position.game.texts("en"))
        if mode == "ansi":
            return text
        print(text)
    if mode in ("svg", "rgb_array"):
        svg = render(position.game, position.view(), Look(names, "en"))
        return svg if mode == "svg" else pixels(svg)
    return None


def pixels(svg: str) -> NDArray[np.uint8]:
    """An SVG as an array of height x width x 3 bytes."""
    from khonsu.draw.flatten import flatten

    resvg = need("resvg_py", "research", "rgb_array")
    png = resvg.svg_to_bytes(svg_string=flatten(svg), width=WIDTH, background="#FBF6EC")
    with need("PIL.Image", "research", "rgb_array").open(BytesIO(png)) as image:
        return np.asarray(image.convert("RGB"))
