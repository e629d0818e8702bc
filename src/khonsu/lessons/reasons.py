"""One sentence why a turn is good: what it brings that the others do not, and what it leaves to the next player."""

from __future__ import annotations

from collections.abc import Sequence

from khonsu.bots.turns import Turn, Turns
from khonsu.changes import Change, Changes
from khonsu.games import part
from khonsu.kernel.game import Game
from khonsu.kernel.position import Position
from khonsu.text import Text

SAID = 2  # changes in one sentence
QUIET = "It scores nothing now, but sets up your next turn."
MUCH = 2.0  # points that make a difference in what the next player can get


def changes_of(game: str) -> Changes:
    """What a game says about the difference of two positions; without anything of its own, its points."""
    found: Changes = getattr(part(game, "words.changes"), "changes", points_only)
    return found


def points_only(before: Position, after: Position, seat: int, names: list[str], t: Text) -> list[Change]:
    """The points that a turn brings."""
    change = points(after, seat) - points(before, seat)
    return [Change(change, t("It brings {n} points.", n=f"{change:g}"))] if change else []


def points(position: Position, seat: int) -> float:
    """What people count."""
    return sum(position.game.breakdown(position.state, seat).values())


def reasons(found: Turns, game: Game, seat: int, names: list[str], t: Text) -> list[str]:
    """A sentence for each of the turns."""
    start = Position.load(game, found.start)
    ends = [Position.load(game, turn.after) for turn in found.best]
    each = [sorted(changes_of(game.name)(start, end, seat, names, t), reverse=True) for end in ends]
    said = []
    for place, changes in enumerate(each):
        others = [{change.text for change in other} for i, other in enumerate(each) if i != place]
        common = set.intersection(*others) if others else set()
        own = [change.text for change in changes if change.text not in common] or [one.text for one in changes]
        words = own[:SAID] or [t(QUIET)]
        if left := reply(found.best, place, game, seat, names, t):
            words.append(left)
        said.append(" ".join(words))
    return said


def turn_words(before: Position, after: Position, seat: int, names: list[str], t: Text) -> str:
    """What one turn has brought."""
    changes = sorted(changes_of(before.game.name)(before, after, seat, names, t), reverse=True)
    return " ".join([change.text for change in changes][:SAID]) or t(
        "It scores nothing now, but sets up your next turn."
    )


def reply(best: Sequence[Turn], place: int, game: Game, seat: int, names: list[str], t: Text) -> str:
    """What the next player can get after this turn, where that differs much from the others."""
    who, gains = -1, []
    for turn in best:
        after, answer = Position.load(game, turn.after), Position.load(game, turn.reply)
        other = next((one for one in after.deciders if one != seat), -1)
        who = other if who < 0 else who
        gains.append(points(answer, other) - points(after, other) if other >= 0 else 0.0)
    rest = [gain for i, gain in enumerate(gains) if i != place]
    if who < 0 or not rest:
        return ""
    if gains[place] <= min(rest) - MUCH:
        return t("It leaves {who} less to gain.", who=names[who])
    if gains[place] >= max(rest) + MUCH:
        return t("But {who} can then gain more.", who=names[who])
    return ""
