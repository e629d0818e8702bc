"""What a seat sees (section 5): everything but what other gods have committed in secret before the reveal."""

from __future__ import annotations

from typing import Any

import numpy as np

from khonsu.games.ankh import pieces as p
from khonsu.games.ankh import state as st
from khonsu.games.ankh.board import DATA, HEXES, SIDES, TERRAIN

BATTLE_STEPS = (
    *("B1", "B2", "B3", "B4", "B5", "B6", "B6", "B7", "B8", "B8", "B8", "B8", "B8", "B9", "B9", "B9", "B9"),
)  # by b_step, the step that comes next


def names(bits: int, words: tuple[str, ...]) -> list[str]:
    """The names in a bit set."""
    return [word for i, word in enumerate(words) if bits >> i & 1]


def members(bits: int) -> list[int]:
    """The numbers in a bit set."""
    return [i for i in range(bits.bit_length()) if bits >> i & 1]


def place(h: int) -> list[int]:
    """A hex as row and column."""
    return list(HEXES[h])


def breakdown(s: Any, seat: int) -> dict[str, float]:
    """Devotion and the place in the stack (AK-172)."""
    from khonsu.games.ankh.rules import score

    god = int(s.god_of[seat])
    devotion = float(s.devotion[god]) if god >= 0 else 0.0
    return {"devotion": devotion, "stack": float(score(s, seat)) - devotion}


def statistics(states: Any) -> dict[str, Any]:
    """What `khonsu simulate` counts: length, devotion after each Conflict (most, mean), how games end, winning gods."""
    players = int(states["players"][0])
    found = {
        "turns": states["turn"].astype(float),
        "events": states["event"].astype(float),
        "end": np.array(st.ENDINGS)[states["ending"]],
    }
    for number in range(5):
        there = states["conflicts"] > number
        after = np.where(there[:, None], states["after"][:, number, :players], np.nan)
        found[f"most devotion after Conflict {number + 1}"] = after.max(axis=1)
        found[f"mean devotion after Conflict {number + 1}"] = after.mean(axis=1)
    winner = states["winner"].astype(int)
    gods = np.take_along_axis(states["who"], np.maximum(winner, 0)[:, None], axis=1)[:, 0]
    found["winner"] = np.where(winner >= 0, np.array(p.GODS)[gods], "nobody")
    return found


def view(s: Any, seat: int) -> dict[str, Any]:
    """The table as plain data."""
    from khonsu.games.ankh.rules import deciders

    over = bool(s.over)
    return {
        "game": "ankh",
        "players": int(s.players),
        "scenario": (*p.SCENARIOS, "file")[int(s.scenario)],
        "layout_seed": int(s.layout_seed),
        "options": switches(s),
        "turn": int(s.turn),
        "first": int(s.first),
        "current": None if over else int(s.current),
        "asked": None if over else st.DECISIONS[int(s.pending[s.depth - 1, 0])],
        "question": None if over else st.QUESTIONS[int(s.pending[s.depth - 1, 0])],
        "deciders": members(int(deciders(s))),
        "chosen": chosen(s),
        "first_action": p.ACTIONS[int(s.first_action)] if s.first_action >= 0 else None,
        "tracks": {name: {"at": int(s.counter[i]), "event_at": int(s.limit[i])} for i, name in enumerate(p.ACTIONS)},
        "event": int(s.event),
        "events": [p.EVENTS[int(kind)] for kind in s.calendar[: int(s.n_calendar)]],
        "hexes": [hexagon(s, h) for h in range(st.HEXES)],
        "camels": [[place(h) for h in SIDES[side]] for side in range(st.SIDES) if s.camel[side]],
        "line": [[place(h) for h in SIDES[int(side)]] for side in s.line[: int(s.n_line)]],
        "regions": regions(s),
        "track": {"top": int(s.top), "red": int(s.red), "order": [int(god) for god in s.ranking[: int(s.gods)]]},
        "gods": [god_sheet(s, god) for god in range(int(s.players))],
        "seats": [int(god) if god >= 0 else None for god in s.god_of[: int(s.players)]],
        "supply": supply(s),
        "conflict": conflict(s),
        "secret": secret(s, seat),
        "over": over,
        "winners": winners(s) if over else [],
    }


def switches(s: Any) -> dict[str, Any]:
    """The switches and flags in force, as they are named in section 9."""
    return {
        "devotion_top": int(s.top),
        "red_max": int(s.red),
        "forgotten_monuments": "neutral" if s.forgotten_neutral else "destroyed",
        "merge_base_choice": "free" if s.base_free else "own_first",
        "satet_push_same_region": not s.push_anywhere,
        "lake_mouth_6_4_touches_east": not s.lake_closed,
        "may_decline_effect": not s.must_use,
        "underworld_bars_enemy_summon": bool(s.bar_summon),
        "plague_separate": not s.plague_joint,
        "bountiful_every_gain": not s.bountiful_few,
        "flood_marks_at_reveal": not s.flood_late,
        "miracle_counts_figures": not s.miracle_deaths,
        "androsphinx_mutual": "ability" if s.sphinx_ability else "strength",
        "anubis_bonus_merged": not s.anubis_alone,
        "scorpion_turn_in_place": not s.no_turning,
        "revered_always": not s.revered_needs,
        "merged_decider": "active" if s.active_decides else "higher",
        "anubis_anywhere": not s.anubis_inside,
        "winner_loses_figures": bool(s.winner_loses),
        "losers_survive": bool(s.losers_survive),
        "consolidation_events": members(int(s.consolidation)),
    }


def hexagon(s: Any, h: int) -> dict[str, Any]:
    """One hex with what stands on it; `regions` are order tokens."""
    figure = monument = None
    if s.figure[h]:
        figure = {
            "kind": p.FIGURES[int(s.figure[h])],
            "god": int(s.owner[h]),
            "sun": bool(s.sun[h]),
            "facing": int(s.facing[h]) if s.figure[h] == p.SCORPION else None,
        }
    if s.monument[h]:
        monument = {
            "kind": p.MONUMENTS[int(s.monument[h])],
            "god": int(s.control[h]) if s.control[h] >= 0 else None,
        }
    row, col = HEXES[h]
    return {
        "row": row,
        "col": col,
        "terrain": DATA["terrain_values"][int(TERRAIN[h])],
        "regions": sorted(int(s.token[r]) for r in members(int(s.region[h]))),
        "figure": figure,
        "monument": monument,
        "tile": bool(s.tile[h]),
    }


def regions(s: Any) -> list[dict[str, int]]:
    """The regions by order token; during a split the new part has token 0."""
    found = [{"token": int(s.token[r]), "land": int(s.land[r])} for r in range(st.REGIONS) if s.land[r]]
    return sorted(found, key=lambda region: region["token"])


def god_sheet(s: Any, god: int) -> dict[str, Any]:
    """A god with its pool, powers, cards and place on the track."""
    ranking = [int(other) for other in s.ranking[: int(s.gods)]]
    return {
        "god": p.GODS[int(s.who[god])],
        "in_play": god in ranking,
        "partner": int(s.partner[god]) if s.partner[god] >= 0 else None,
        "abilities": [p.GODS[a] for a in range(5) if s.holder[a] == god],
        "devotion": int(s.devotion[god]),
        "rank": ranking.index(god) if god in ranking else None,
        "followers": int(s.followers[god]),
        "tokens": int(s.tokens[god]),
        "row": int(s.row[god]),
        "powers": names(int(s.powers[god]), p.POWERS),
        "warriors": int(s.warriors[god]),
        "guardians": {p.FIGURES[int(s.guardian[k])]: int(s.beasts[god, k]) for k in range(3) if s.beasts[god, k]},
        "held_by_anubis": int(s.captive[god]),
        "hand": names(int(s.hand[god]), p.CARDS),
        "used": names(int(s.used[god]), p.CARDS),
    }


def supply(s: Any) -> dict[str, Any]:
    """What lies beside the board."""
    return {
        "monuments": {p.MONUMENTS[kind]: int(s.supply[kind]) for kind in range(1, 4)},
        "camels": int(s.camels),
        "order_tokens": members(int(s.tokens_left)),
        "guardians": [{"kind": p.FIGURES[int(s.guardian[k])], "left": int(s.card[k])} for k in range(3)],
        "suns": int(s.suns) if s.holder[p.RA] >= 0 else 0,
        "tiles": int(s.tiles) if s.holder[p.OSIRIS] >= 0 else 0,
        "amun_token": bool(s.holder[p.AMUN] >= 0 and not s.amun_used),
    }


def in_battle(s: Any) -> bool:
    """Whether a battle is under way."""
    return st.BATTLE_TASK in s.pending[: int(s.depth), 0].tolist()


def conflict(s: Any) -> dict[str, Any] | None:
    """A Conflict under way: the region, the tie-breaker, and the battle with the cards that were revealed."""
    if not s.in_conflict or s.over:
        return None
    found: dict[str, Any] = {
        "tie_breaker": int(s.tie_holder) if s.tie_holder >= 0 else None,
        "tie_breaker_up": bool(s.tie_up),
        "token": int(s.c_token),
        "battle": None,
    }
    if in_battle(s):
        found["battle"] = {
            "step": BATTLE_STEPS[int(s.b_step)],
            "gods": members(int(s.b_gods)),
            "two_cards": members(int(s.b_two)),
            "played": {god: names(int(s.played[god]), p.CARDS) for god in members(int(s.b_gods))},
            "strength": {god: int(s.strength[god]) for god in members(int(s.contenders))},
            "died": {god: int(s.died[god]) for god in members(int(s.b_gods))},
        }
    return found


def secret(s: Any, seat: int) -> dict[str, Any] | None:
    """A secret choice under way: who has committed, and of the values only the own one (D-17, D-20)."""
    question = int(s.pending[s.depth - 1, 0]) if not s.over else -1
    if question not in (st.CARD, st.OFFER):
        return None
    god = int(s.god_of[seat]) if seat >= 0 else -1
    waiting = members(int(s.to_commit))
    if question == st.CARD:
        committed = [g for g in members(int(s.b_gods)) if g not in waiting]
        own: Any = names(int(s.commit[god]), p.CARDS) if god >= 0 else None
    else:
        committed = [g for g in range(int(s.players)) if s.offer[g] >= 0 and g not in waiting]
        own = int(s.offer[god]) if god >= 0 and s.offer[god] >= 0 else None
    return {"waiting": waiting, "committed": committed, "own": own}


def chosen(s: Any) -> dict[str, Any]:
    """What has been chosen in an action that is not complete yet."""
    if s.over:
        return {}
    question, _, one, other = (int(number) for number in s.pending[s.depth - 1])
    if question in (st.MOVE_TO, st.OBELISK_TO, st.FACING, st.SUN, st.PROTECT):
        return {"hex": place(one)}
    if question == st.PUSH_TO:
        return {"from": place(one), "to": place(other)}
    if question in (st.SUMMON_FIGURE, st.SUMMON_HEX):
        found: dict[str, Any] = {"slot": slot_name(one)}
        if one < st.NORMAL:
            found["hex"] = place(one)
        if question == st.SUMMON_HEX:
            found["figure"] = "ransom" if other == p.GOD else p.FIGURES[other]
        return found
    if question == st.BUILD_HEX:
        return {"monument": p.MONUMENTS[one]}
    if question == st.TILE_TO and one >= 0:
        return {"hex": place(one)}
    return {}


def slot_name(slot: int) -> str:
    """A slot of a Summon action."""
    return {st.NORMAL: "normal", st.UNDERWORLD: "underworld"}.get(slot, "pyramid")


def winners(s: Any) -> list[int]:
    """The seats of the god that won."""
    return [seat for seat in range(int(s.players)) if s.winner >= 0 and s.god_of[seat] == s.winner]
