"""Why a turn is good, in a sentence or two: what it brings that others do not, and what it leaves to the next one."""

from __future__ import annotations

from collections.abc import Sequence

from khonsu.authors.changes import Change, Changes
from khonsu.bots.turns import JudgedTurn, Turn, Turns
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


def weighed(before: Position, after: bytes, seat: int, names: list[str], t: Text) -> list[Change]:
    """What a turn changes, for better or worse, what matters most first."""
    end = Position.load(before.game, after)
    found = changes_of(before.game.name)(before, end, seat, names, t)
    return sorted(found, key=lambda change: (-abs(change.weight), change.text))


def reasons(found: Turns, game: Game, seat: int, names: list[str], t: Text) -> list[str]:
    """A sentence for each of the turns."""
    start = Position.load(game, found.start)
    each = [weighed(start, turn.after, seat, names, t) for turn in found.best]
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


def turn_words(before: Position, after: bytes, seat: int, names: list[str], t: Text) -> str:
    """What one turn has brought."""
    changes = weighed(before, after, seat, names, t)
    return " ".join([change.text for change in changes][:SAID]) or t(QUIET)


def better(judged: JudgedTurn, game: Game, seat: int, names: list[str], t: Text) -> str:
    """What the best turn has that the one that was played has not, and what it avoids."""
    start, best = Position.load(game, judged.found.start), judged.found.best[0]
    ours = weighed(start, best.after, seat, names, t)
    theirs = weighed(start, judged.played.after, seat, names, t)
    known, had = {change.text for change in ours}, {change.text for change in theirs}
    words = [change.text for change in ours if change.weight > 0 and change.text not in had][:SAID]
    worse = [change.text for change in theirs if change.weight < 0 and change.text not in known]
    if worse:
        words.append(t("It avoids what your turn brings about: {what}", what=worse[0]))
    pair = (best, judged.played)
    words.append(tempting(pair, game, seat, names, t) or reply(pair, 0, game, seat, names, t))
    chances = [None if turn.share is None else round(100 * min(1.0, turn.share)) for turn in pair]
    if not any(words) and None not in chances:
        words = [t("It gives you a better chance: about {n}% instead of {m}%.", n=chances[0], m=chances[1])]
    return " ".join(filter(None, words)) or t(QUIET)


def tempting(pair: tuple[Turn, Turn], game: Game, seat: int, names: list[str], t: Text) -> str:
    """That the turn that was played scores more than the best one, and what that costs."""
    more, who, left = difference(pair, game, seat)
    if more <= 0 or left <= 0:
        return ""
    words = "Your turn scores {n} more now, but then {who} may gain about {m} more."
    return t(words, n=f"{more:g}", m=f"{left:g}", who=names[who])


def second_best(pair: tuple[Turn, Turn], game: Game, seat: int, names: list[str], t: Text) -> str:
    """How the second-best turn compares with the best where it scores more or less at once; "" where it does not."""
    more, who, left = difference(pair, game, seat)
    if more > 0 and left > 0:
        words = "The second-best turn scores {n} more now, but then {who} may gain about {m} more."
        return t(words, n=f"{more:g}", m=f"{left:g}", who=names[who])
    if more > 0 and less_likely(*pair):
        return t("The second-best turn scores {n} more now, but is worth less in the long run.", n=f"{more:g}")
    return t("The second-best turn scores {n} less now.", n=f"{-more:g}") if more < 0 else ""


def less_likely(best: Turn, other: Turn) -> bool:
    """Whether the other turn has less chance of winning."""
    return best.share is not None and other.share is not None and other.share < best.share


def difference(pair: tuple[Turn, Turn], game: Game, seat: int) -> tuple[float, int, float]:
    """How much more the second turn scores at once, who is next after both, and how much more that one can get then."""
    one, other = (points(Position.load(game, turn.after), seat) for turn in pair)
    (who, gain), (next_too, gains) = (next_gain(turn, game, seat) for turn in pair)
    return other - one, who, gains - gain if who == next_too and who >= 0 else 0.0


def next_gain(turn: Turn, game: Game, seat: int) -> tuple[int, float]:
    """The next player after a turn, and what that one's answer scores; -1 if it is still the seat's turn."""
    after, answer = Position.load(game, turn.after), Position.load(game, turn.reply)
    who = next((one for one in after.deciders if one != seat), -1)
    return who, points(answer, who) - points(after, who) if who >= 0 else 0.0


def reply(best: Sequence[Turn], place: int, game: Game, seat: int, names: list[str], t: Text) -> str:
    """What the next player can get after this turn, where that differs much from the others."""
    each = [next_gain(turn, game, seat) for turn in best]
    who, gain = each[place]
    rest = [other for i, (one, other) in enumerate(each) if i != place and one == who]
    if who < 0 or not rest:
        return ""
    if gain <= min(rest) - MUCH:
        return t("It leaves {who} less to gain.", who=names[who])
    if gain >= max(rest) + MUCH:
        return t("But {who} can then gain more.", who=names[who])
    return ""
