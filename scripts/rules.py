"""The rule ledger: every rule number of docs/rules must be named by a test. Exit code 1 if one is not."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from khonsu.rulebook.coverage import DEFINED

ROOT = Path(__file__).parent.parent
NAMED = re.compile(r"\b[A-Z]{2}-\d+[a-z]?\b")


def main() -> int:
    """Compare what the rules texts define with what the tests name."""
    tests = "\n".join(file.read_text(encoding="utf-8") for file in sorted((ROOT / "tests").rglob("*.py")))
    named = set(NAMED.findall(tests))
    missing = 0
    for text in sorted((ROOT / "docs" / "rules").glob("*.md")):
        rules = DEFINED.findall(text.read_text(encoding="utf-8"))
        without = [rule for rule in rules if rule not in named]
        unknown = sorted(rule for rule in named if rule[:3] == rules[0][:3] and rule not in rules)
        print(f"{text.stem}: {len(rules)} rules, {len(rules) - len(without)} named by tests")
        for rule in without:
            print(f"  without a test: {rule}")
        for rule in unknown:
            print(f"  named by a test, but no rule: {rule}")
        missing += len(without) + len(unknown)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
