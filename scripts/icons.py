"""Draw the icons of the installed page from static/moon.svg: `python scripts/icons.py` (needs resvg-py)."""

from __future__ import annotations

from pathlib import Path

import resvg_py

STATIC = Path(__file__).parents[1] / "src" / "khonsu" / "web" / "static"
NIGHT = "#17151C"  # the disc's own colour: systems cut icons into any shape they like
SIZES = (192, 512)


def main() -> None:
    """One PNG for each size; the moon keeps to the inner 80 % that every shape leaves."""
    moon = (STATIC / "moon.svg").read_text(encoding="utf-8")
    inside = moon[moon.index(">") + 1 : moon.rindex("</svg>")]
    safe = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-6 -6 60 60">{inside}</svg>'
    for size in SIZES:
        png = resvg_py.svg_to_bytes(svg_string=safe, width=size, height=size, background=NIGHT)
        (STATIC / "icons" / f"{size}.png").write_bytes(bytes(png))


if __name__ == "__main__":
    main()
