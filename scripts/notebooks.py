"""Run the notebooks of docs/notebooks and write what they show into them: `python scripts/notebooks.py`.

They use plain Python only, so no Jupyter is needed to run them; `tests/test_notebooks.py` compares what they show.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "docs" / "notebooks"


def run(notebook: dict[str, Any]) -> list[list[dict[str, Any]]]:
    """The outputs of every code cell, in order."""
    names: dict[str, Any] = {"__name__": "__main__"}
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    return [outputs("".join(cell["source"]), names, number) for number, cell in enumerate(cells, 1)]


def outputs(source: str, names: dict[str, Any], number: int) -> list[dict[str, Any]]:
    """What one cell prints, and the value of its last expression."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, f"cell {number}", "exec"), names)
        value = eval(compile(ast.Expression(last.value), f"cell {number}", "eval"), names) if last else None
    shown: list[dict[str, Any]] = []
    if printed.getvalue():
        shown.append({"name": "stdout", "output_type": "stream", "text": lines(printed.getvalue())})
    if value is not None:
        data = {"text/plain": lines(repr(value))}
        if hasattr(value, "_repr_svg_"):
            data["image/svg+xml"] = lines(value._repr_svg_())
        shown.append({"data": data, "execution_count": number, "metadata": {}, "output_type": "execute_result"})
    return shown


def lines(text: str) -> list[str]:
    """Text as notebooks keep it."""
    return text.splitlines(keepends=True)


def main() -> None:
    """Run and write all of them."""
    for file in sorted(FOLDER.glob("*.ipynb")):
        notebook = json.loads(file.read_text(encoding="utf-8"))
        cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
        for number, (cell, shown) in enumerate(zip(cells, run(notebook), strict=True), 1):
            cell["outputs"], cell["execution_count"] = shown, number
        file.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
