"""Whole turns instead of single steps: the best ones that a bot sees, and what the next player could answer.

Everything happens in an imagined position. A turn is followed as long as it only depends on what its player knows: it
stops where something hidden or random comes to light.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from khonsu.bots import STAND_IN, Bot, Budget, Candidate, attended, bot
from khonsu.kernel.position import Position

COUNT = 3
LONGEST = 24  # steps of a turn that are shown
QUICK = 120  # iterations for each step of a turn that is not the best
FEW = 20  # a step that was tried so many times less often than the chosen one is not known well enough
JUDGING = 400  # iterations for each step of a turn that somebody waits to end
REPLY = 400  # positions that the answer to a turn looks at


Steps = tuple[int, ...]


class Turn(NamedTuple):
    """A turn: its steps, the seat's chance after it, where it leads, and where the next player's answer may lead."""

    steps: tuple[int, ...]
    share: float | None
    after: bytes
    reply: bytes


class Turns(NamedTuple):
    """The best turns, best first, all from the same imagined position."""

    start: bytes
    best: tuple[Turn, ...]
    note: str


class Followed(NamedTuple):
    """A turn that was played: its steps, the end, and what else was considered on the way, by the steps before it."""

    steps: tuple[int, ...]
    end: Position
    others: list[tuple[tuple[int, ...], Candidate]]
    note: str


def turns(chooser: Bot, position: Position, seat: int, budget: Budget, count: int = COUNT) -> Turns:
    """The turn that the bot would play, and the best others that part from it at different places of it."""
    best = follow(chooser, position, seat, budget, ())
    kept = {prefix: candidate for prefix, candidate in best.others if candidate.step == best.steps[len(prefix)]}
    share = next((candidate.share for candidate in kept.values()), None)
    found = [made(best, share, seat)]
    alike = {tuple(sorted(best.steps))}
    for prefix, candidate, less in parting(best, kept)[: 2 * count]:
        if len(found) == count:
            break
        quick = replace(budget, iterations=min(QUICK, budget.iterations or QUICK))
        other = follow(chooser, position, seat, quick, (*prefix, candidate.step))
        if tuple(sorted(other.steps)) not in alike:
            alike.add(tuple(sorted(other.steps)))
            found.append(made(other, None if share is None else max(0.0, share - less), seat))
    return Turns(position.save(), tuple(found), best.note)


def parting(best: Followed, kept: dict[Steps, Candidate]) -> list[tuple[Steps, Candidate, float]]:
    """The best other step at each place of a turn, and how much chance it costs there; the least costly first.

    Chances are compared at one place only: further down the tree they are known better, so those of two places differ.
    """
    found: dict[Steps, tuple[Candidate, float]] = {}
    for prefix, candidate in best.others:
        chosen = kept[prefix]
        if candidate.step == chosen.step or candidate.share is None or chosen.share is None:
            continue
        if candidate.visits * FEW < chosen.visits:
            continue  # hardly looked at
        less = max(0.0, chosen.share - candidate.share)
        if prefix not in found or less < found[prefix][1]:
            found[prefix] = candidate, less
    return sorted(((prefix, *one) for prefix, one in found.items()), key=lambda one: (one[2], len(one[0])))


def follow(chooser: Bot, position: Position, seat: int, budget: Budget, first: tuple[int, ...]) -> Followed:
    """Play some steps and let the bot play on, to the end of the turn or to a reveal."""
    at, turn = position.copy(), position.turn
    steps: list[int] = []
    others: list[tuple[tuple[int, ...], Candidate]] = []
    note = ""
    while len(steps) < LONGEST and seat in at.deciders and at.turn == turn and not (steps and at.revealed):
        if len(steps) < len(first):
            step = first[len(steps)]
        else:
            choice = attended(chooser, at.copy(), seat, budget)
            step, note = choice.step, note or choice.note
            if len(choice.candidates) > 1:
                others += [(tuple(steps), candidate) for candidate in choice.candidates]
        at.play(seat, step)
        steps.append(step)
        if len(position.deciders) > 1:
            break  # what all choose at once is a turn of one step
    return Followed(tuple(steps), at, others, note)


def made(followed: Followed, share: float | None, seat: int) -> Turn:
    """A turn with the answer to it."""
    return Turn(followed.steps, share, followed.end.save(), answered(followed.end, seat).save())


def answered(position: Position, seat: int) -> Position:
    """The position after a sensible turn of the next player, if somebody else is next."""
    at = position.copy()
    if seat in at.deciders or len(at.deciders) != 1:
        return at
    other, turn, chooser = at.deciders[0], at.turn, bot(STAND_IN)
    for _ in range(LONGEST):
        if at.deciders != (other,) or at.turn != turn:
            break
        at.play(other, attended(chooser, at.copy(), other, Budget(iterations=REPLY)).step)
    return at


class JudgedTurn(NamedTuple):
    """A turn that was played beside the best ones; `less` is how much chance it costs against the first of them."""

    found: Turns
    played: Turn
    less: float


def judge(chooser: Bot, position: Position, seat: int, steps: Steps, budget: Budget) -> JudgedTurn | None:
    """How a turn compares with the best; None if it went beyond what could be known when it began."""
    budget = replace(budget, iterations=min(JUDGING, budget.iterations or JUDGING))
    found = turns(chooser, position, seat, budget)
    at = position.copy()
    for place, step in enumerate(steps):
        if (place and at.revealed) or step not in at.legal(seat):
            return None
        at.play(seat, step)
    best, less = found.best[0], 0.0
    if sorted(steps) != sorted(best.steps):
        end = Position.load(position.game, best.after)
        quick = replace(budget, iterations=min(QUICK * 2, budget.iterations or QUICK * 2))
        less = max(0.0, worth(chooser, end, seat, quick) - worth(chooser, at, seat, quick))
    share = None if best.share is None else max(0.0, best.share - less)
    return JudgedTurn(found, made(Followed(steps, at, [], ""), share, seat), less)


def worth(chooser: Bot, position: Position, seat: int, budget: Budget) -> float:
    """The seat's share of the win in a position, as the bot sees it from the side of whoever is next."""
    at = position.copy()
    for _ in range(LONGEST):
        if not at.deciders:
            return at.result()[seat]
        other = at.deciders[0]
        choice = attended(chooser, at.copy(), other, budget)
        if len(choice.candidates) > 1:
            return choice.estimate[seat]
        at.play(other, choice.step)
    return choice.estimate[seat]
