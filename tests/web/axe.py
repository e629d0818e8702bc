"""axe-core looks at a page: what would keep somebody out, in light colours and in dark ones."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

AXE = Path(__file__).parents[2] / ".cache" / "axe" / "node_modules" / "axe-core" / "axe.min.js"
needs_axe = pytest.mark.skipif(not AXE.is_file(), reason="axe-core is not here: scripts/browser.sh fetches it")

# Only violations are worked out in full, only what is told of them leaves the page, and no style sheet is fetched again
# (no rule that we ask for reads them): the rest would be most of the work.
LOOK = """async impacts => {
  for (const one of document.getAnimations()) if (one instanceof CSSTransition) one.finish(); // to the other colours
  const { violations } = await axe.run({ resultTypes: ["violations"], preload: { assets: ["media"] } });
  return violations.filter(({ impact }) => impacts.includes(impact))
    .map(({ id, nodes }) => [id, nodes.slice(0, 3).map(({ html }) => html.slice(0, 160))]);
}"""


def serious(page: Any, name: str, *also: str) -> dict[str, list[str]]:
    """What axe finds on a page that would keep somebody out; of less weight only what is asked for, too."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found = {}
    for colours in ("dark", "light"):
        page.emulate_media(color_scheme=colours)
        for rule, places in page.evaluate(LOOK, ["serious", "critical", *also]):
            found[f"{name}, {colours}: {rule}"] = places
    return found
