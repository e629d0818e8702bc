"""What everybody sees of a Conflict: battle, strength with its causes, who has chosen in secret - never what."""

from __future__ import annotations

from collections import Counter
from typing import Any

from khonsu.games.ankh.fields import AnkhBattle, AnkhConflict, AnkhSecret, AnkhStrengthPart
from khonsu.games.ankh.rules import pieces as p
from khonsu.games.ankh.rules import state as st
from khonsu.games.ankh.rules.board import LAND, NEIGHBOUR
from khonsu.games.ankh.view.state import members, names, question

STEPS = (  # by b_step, the step that comes next
    *("B1", "B2", "B3", "B4", "B5", "B6", "B6", "B7", "B8", "B8", "B8", "B8", "B8", "B9", "B9", "B9", "B9"),
)
SETTLED = 10  # b_step once the winner has got its devotion
BESIDE = [[int(g) for g in row] for row in NEIGHBOUR]
ON_LAND = [bool(land) for land in LAND]


def in_battle(s: Any) -> bool:
    """Whether a battle is under way."""
    return st.BATTLE_TASK in (frame[0] for frame in s.pending[: s.depth])


def conflict(s: Any) -> AnkhConflict | None:
    """A Conflict under way: the region, the tie-breaker, and the battle with the cards that were revealed."""
    if not s.in_conflict or s.over:
        return None
    return {
        "tie_breaker": s.tie_holder if s.tie_holder >= 0 else None,
        "tie_breaker_up": bool(s.tie_up),
        "token": s.c_token,
        "battle": battle(s) if in_battle(s) else None,
    }


def battle(s: Any) -> AnkhBattle:
    """The battle under way. `strength` is that of the contenders once it was compared, `parts` say where it is from."""
    gods, contenders = members(s.b_gods), members(s.contenders)
    parts = {god: strength_parts(s, god) for god in gods}
    for god in contenders:  # what died after the comparison has counted all the same
        if sum(part["n"] for part in parts[god]) != s.strength[god]:
            parts[god] = []
    return {
        "step": STEPS[s.b_step],
        "gods": gods,
        "two_cards": members(s.b_two),
        "played": {god: names(s.played[god], p.CARDS) for god in gods},
        "strength": {god: s.strength[god] for god in contenders},
        "parts": parts,
        "figures": {god: dict(Counter(p.FIGURES[s.figure[h]] for h in figures(s, god))) for god in gods},
        "settled": s.b_step >= SETTLED,
        "winner": s.b_winner if s.b_winner >= 0 and s.b_step >= SETTLED else None,
        "died": {god: s.died[god] for god in gods},
    }


# -- strength, with what it is made of (AK-89, AK-99) ------------------------------------------------------------------


def strength_parts(s: Any, god: int) -> list[AnkhStrengthPart]:
    """The god's strength in the battle's region as it stands: figures, what silences or raises them, temples, cards."""
    there = figures(s, god)
    found = [("figures", len(there)), ("androsphinx", -sum(neutralised(s, h) for h in there))]
    if any(s.figure[h] == p.GOD and not neutralised(s, h) for h in there):
        found += [("resplendent", 2 * resplendent(s, god)), ("captives", captives(s, god))]
    found += [("temple-attuned", temples(s, god))]
    if there:
        played = names(s.played[god], p.CARDS)
        found += [(card, p.CARD_STRENGTH[p.CARDS.index(card)]) for card in played]
    return [{"cause": cause, "n": n} for cause, n in found if n or cause == "figures"]


def figures(s: Any, god: int) -> list[int]:
    """The hexes of the god's figures in the battle's region."""
    return [h for h in range(st.HEXES) if s.owner[h] == god and s.region[h] >> s.c_region & 1]


def adjacent(s: Any, h: int) -> list[int]:
    """AK-5, AK-6: the hexes adjacent to a hex."""
    return [g for d, g in enumerate(BESIDE[h]) if g >= 0 and not s.wall[h] >> d & 1]


def sphinxes(s: Any, h: int) -> list[int]:
    """Enemy Androsphinxes beside a figure."""
    return [g for g in adjacent(s, h) if s.figure[g] == p.SPHINX and s.owner[g] != s.owner[h]]


def neutralised(s: Any, h: int) -> bool:
    """AK-170, AK-171: an enemy Androsphinx takes the figure's strength."""
    mutual = not s.sphinx_ability or s.figure[h] == p.SPHINX
    return any(mutual or not sphinxes(s, g) for g in sphinxes(s, h))


def resplendent(s: Any, god: int) -> bool:
    """AK-125: three or more monuments of one kind."""
    kinds = Counter(s.monument[h] for h in range(st.HEXES) if s.monument[h] and s.control[h] == god)
    return bool(s.powers[god] >> p.RESPLENDENT & 1) and max(kinds.values(), default=0) >= 3


def captives(s: Any, god: int) -> int:
    """AK-138, AK-142: what the captives add to the god figure that holds them."""
    holds = s.holder[p.ANUBIS] == god and (s.who[god] == p.ANUBIS or not s.anubis_alone)
    return sum(s.captive) if holds else 0


def temples(s: Any, god: int) -> int:
    """AK-122: two for each own temple in the region with an own figure beside it."""
    if not s.powers[god] >> p.TEMPLE_ATTUNED & 1:
        return 0
    own = (h for h in range(st.HEXES) if s.monument[h] == p.TEMPLE and s.control[h] == god)
    there = (h for h in own if s.region[h] >> s.c_region & 1)
    return 2 * sum(any(s.owner[g] == god for g in adjacent(s, h)) for h in there)


# -- secrets -----------------------------------------------------------------------------------------------------------


def secret(s: Any, seat: int) -> AnkhSecret | None:
    """A secret choice under way: who has committed, and of the values only the viewer's (D-17, D-20)."""
    asked = question(s)
    if asked not in (st.CARD, st.OFFER):
        return None
    god = s.god_of[seat] if seat >= 0 else -1
    waiting = members(s.to_commit)
    if asked == st.CARD:
        committed = [g for g in members(s.b_gods) if g not in waiting]
        own: Any = names(s.commit[god], p.CARDS) if god >= 0 else None
    else:
        committed = [g for g in range(s.players) if s.offer[g] >= 0 and g not in waiting]
        own = s.offer[god] if god >= 0 and s.offer[god] >= 0 else None
    return {"waiting": waiting, "committed": committed, "own": own}
