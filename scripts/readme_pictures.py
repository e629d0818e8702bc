"""README's pictures, made from what `scripts/screenshots.py` has taken.

Example: python scripts/screenshots.py --languages en --moments early middle --players 3
         python scripts/readme_pictures.py
"""

from __future__ import annotations

from pathlib import Path

from PIL import Image

ROOT = Path(__file__).parents[1]
TAKEN, IMAGES = ROOT / "build" / "screenshots", ROOT / "docs" / "images"
WIDE, PHONE = "1440x900", "390x844"
GAMES = ("ankhor", "horus", "ankh")
GAP = 24


def picture(name: str, size: str) -> Image.Image:
    """What was taken of a page."""
    return Image.open(TAKEN / f"{name}-en-{size}.png").convert("RGB")


def beside(pictures: list[Image.Image]) -> Image.Image:
    """Several in a row."""
    width = sum(each.width + GAP for each in pictures) - GAP
    row = Image.new("RGB", (width, max(each.height for each in pictures)), "white")
    left = 0
    for each in pictures:
        row.paste(each, (left, 0))
        left += each.width + GAP
    return row


def main() -> None:
    """Write them."""
    found = {name: picture(f"{name}-middle-3", WIDE) for name in GAMES}
    found["home"] = picture("home", WIDE)
    found["phones"] = beside([picture(f"{name}-middle-3", PHONE) for name in GAMES])
    for name, image in found.items():
        image.save(IMAGES / f"web-{name}.webp", quality=82, method=6)


if __name__ == "__main__":
    main()
