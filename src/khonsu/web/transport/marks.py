"""Pictures for other eyes than a player's: codes that a camera reads."""

from __future__ import annotations

import segno
from markupsafe import Markup


def qr_code(url: str) -> Markup:
    """An address to be read by a camera, as a drawing; dark on light whatever the theme, or cameras fail."""
    code = segno.make(url, error="m", micro=False)
    return Markup(code.svg_inline(border=3, dark="#1B1714", light="#FFFFFF", svgclass="qr", omitsize=True))
