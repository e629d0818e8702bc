"""What a seat sees (section 5): everything but what other gods have committed in secret before the reveal."""

from __future__ import annotations

from typing import Any

import numpy as np

from khonsu.games.ankh.fields import (
    AnkhChosen,
    AnkhFigure,
    AnkhGod,
    AnkhHex,
    AnkhMonument,
    AnkhOptions,
    AnkhRegion,
    AnkhSupply,
    AnkhView,
)
from khonsu.games.ankh.rules import pieces as p
from khonsu.games.ankh.rules import state as st
from khonsu.games.ankh.rules.board import DATA, HEXES, SIDES, TERRAIN
from khonsu.games.ankh.view.battle import conflict, in_battle, secret
from khonsu.games.ankh.view.notices import notices
from khonsu.games.ankh.view.state import district, happened, members, names, plain, question

MOVING = (st.MOVE_FIGURE, st.MOVE_TO, st.PUSH_TO, st.FACING, st.OBELISK_FIGURE, st.OBELISK_TO)
TERRAINS = [DATA["terrain_values"][kind] for kind in TERRAIN]
DRY = [h for h, terrain in enumerate(TERRAINS) if terrain != "water"]


def place(h: int) -> list[int]:
    """A hex as row and column."""
    return list(HEXES[h])


def breakdown(s: Any, seat: int) -> dict[str, float]:
    """Devotion. The place in a stack (AK-172) decides between gods of the same devotion and is no point of its own."""
    god = int(s.god_of[seat])
    return {"devotion": float(s.devotion[god]) if god >= 0 else 0.0}


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


def view(s: Any, seat: int) -> AnkhView:
    """The table as plain data."""
    from khonsu.games.ankh.rules.contract import deciders

    asked = members(deciders.quick(s))
    s = plain(s)
    over, pending = bool(s.over), question(s)
    return {
        "game": "ankh",
        "players": s.players,
        "scenario": (*p.SCENARIOS, "file")[s.scenario],
        "layout_seed": s.layout_seed,
        "options": switches(s),
        "turn": s.turn,
        "first": s.first,
        "current": None if over else s.current,
        "asked": None if over else st.DECISIONS[pending],
        "question": None if over else st.QUESTIONS[pending],
        "deciders": asked,
        "chosen": chosen(s),
        "first_action": p.ACTIONS[s.first_action] if s.first_action >= 0 else None,
        "tracks": {name: {"at": s.counter[i], "event_at": s.limit[i]} for i, name in enumerate(p.ACTIONS)},
        "event": s.event,
        "events": [p.EVENTS[kind] for kind in s.calendar[: s.n_calendar]],
        "hexes": hexes(s),
        "camels": [[place(h) for h in SIDES[side]] for side, there in enumerate(s.camel) if there],
        "line": [[place(h) for h in SIDES[side]] for side in s.line[: s.n_line]],
        "regions": regions(s),
        "parts": [s.token[r] for r in s.parts] if pending in (st.KEEP_TOKEN, st.EXCHANGE) else [],
        "track": {"top": s.top, "red": s.red, "order": s.ranking[: s.gods]},
        "gods": [god_sheet(s, god) for god in range(s.players)],
        "seats": [god if god >= 0 else None for god in s.god_of[: s.players]],
        "supply": supply(s),
        "conflict": conflict(s),
        "secret": secret(s, seat),
        "notices": notices(s),
        "happened": happened(s),
        "over": over,
        "winners": winners(s) if over else [],
    }


def private(s: Any, seat: int, public: AnkhView) -> dict[str, Any]:
    """What a seat sees otherwise than a spectator: its own choice while all choose in secret."""
    return {} if public["secret"] is None else {"secret": secret(plain(s), seat)}


def points(view: AnkhView) -> list[dict[str, float]]:
    """The parts of every seat's score, as they stand in a view."""
    gods = view["gods"]
    return [{"devotion": 0.0 if god is None else float(gods[god]["devotion"])} for god in view["seats"]]


def switches(s: Any) -> AnkhOptions:
    """The switches and flags in force, as they are named in section 9."""
    return {
        "devotion_top": s.top,
        "red_max": s.red,
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
        "consolidation_events": members(s.consolidation),
    }


def hexes(s: Any) -> list[AnkhHex]:
    """Every hex with what stands on it; `regions` are order tokens."""
    tokens = {bits: sorted(s.token[r] for r in members(bits)) for bits in set(s.region)}
    summoning = st.SLOT in (frame[0] for frame in s.pending[: s.depth])  # a summoned scorpion is asked for its facing
    moving, fighting = question(s) in MOVING and not summoning, in_battle(s)
    columns = zip(HEXES, TERRAINS, s.region, s.figure, s.monument, s.tile)
    return [
        {
            "row": row,
            "col": col,
            "terrain": terrain,
            "regions": tokens[region],
            "figure": figure(s, h, moving, fighting) if kind else None,
            "monument": monument(s, h) if built else None,
            "tile": tile != 0,
        }
        for h, ((row, col), terrain, region, kind, built, tile) in enumerate(columns)
    ]


def figure(s: Any, h: int, moving: bool, fighting: bool) -> AnkhFigure:
    """A figure; whether it has moved already, and in a battle whether Flood shields it or it is about to die."""
    return {
        "kind": p.FIGURES[s.figure[h]],
        "god": s.owner[h],
        "sun": bool(s.sun[h]),
        "facing": s.facing[h] if s.figure[h] == p.SCORPION else None,
        "moved": moving and bool(s.moved[h]),
        "flooded": fighting and not s.flood_late and bool(s.flooded[h]),
        "doomed": fighting and bool(s.doomed[h]),
    }


def monument(s: Any, h: int) -> AnkhMonument:
    """A monument and the god that controls it."""
    return {"kind": p.MONUMENTS[s.monument[h]], "god": s.control[h] if s.control[h] >= 0 else None}


def regions(s: Any) -> list[AnkhRegion]:
    """The regions by order token, and where they lie; during a split the new part has token 0."""
    lands: dict[int, list[int]] = {}
    for h in DRY:
        lands.setdefault(s.region[h], []).append(h)
    found: list[AnkhRegion] = []
    for r in range(st.REGIONS):
        if s.land[r]:
            land = tuple(lands.get(1 << r, ()))
            found.append({"token": s.token[r], "land": s.land[r], **district(land)})
    return sorted(found, key=lambda region: region["token"])


def god_sheet(s: Any, god: int) -> AnkhGod:
    """A god with its pool, powers, cards and place on the track."""
    ranking = s.ranking[: s.gods]
    return {
        "god": p.GODS[s.who[god]],
        "in_play": god in ranking,
        "partner": s.partner[god] if s.partner[god] >= 0 else None,
        "abilities": [p.GODS[a] for a in range(5) if s.holder[a] == god],
        "devotion": s.devotion[god],
        "rank": ranking.index(god) if god in ranking else None,
        "followers": s.followers[god],
        "tokens": s.tokens[god],
        "row": s.row[god],
        "powers": names(s.powers[god], p.POWERS),
        "warriors": s.warriors[god],
        "guardians": {p.FIGURES[s.guardian[k]]: s.beasts[god][k] for k in range(3) if s.beasts[god][k]},
        "held_by_anubis": s.captive[god],
        "hand": names(s.hand[god], p.CARDS),
        "used": names(s.used[god], p.CARDS),
    }


def supply(s: Any) -> AnkhSupply:
    """What lies beside the board."""
    return {
        "monuments": {p.MONUMENTS[kind]: s.supply[kind] for kind in range(1, 4)},
        "camels": s.camels,
        "order_tokens": members(s.tokens_left),
        "guardians": [{"kind": p.FIGURES[s.guardian[k]], "left": s.card[k]} for k in range(3)],
        "suns": s.suns if s.holder[p.RA] >= 0 else 0,
        "tiles": s.tiles if s.holder[p.OSIRIS] >= 0 else 0,
        "amun_token": bool(s.holder[p.AMUN] >= 0 and not s.amun_used),
    }


def chosen(s: Any) -> AnkhChosen:
    """What has been chosen in an action that is not complete yet."""
    if s.over:
        return {}
    asked, _, one, other = s.pending[s.depth - 1]
    if asked in (st.MOVE_TO, st.OBELISK_TO, st.FACING, st.SUN, st.PROTECT):
        return {"hex": place(one)}
    if asked == st.PUSH_TO:
        return {"from": place(one), "to": place(other)}
    if asked in (st.SUMMON_FIGURE, st.SUMMON_HEX):
        found: AnkhChosen = {"slot": slot_name(one)}
        if one < st.NORMAL:
            found["hex"] = place(one)
        if asked == st.SUMMON_HEX:
            found["figure"] = "ransom" if other == p.GOD else p.FIGURES[other]
        return found
    if asked == st.BUILD_HEX:
        return {"monument": p.MONUMENTS[one]}
    if asked == st.TILE_TO and one >= 0:
        return {"hex": place(one)}
    return {}


def slot_name(slot: int) -> str:
    """A slot of a Summon action."""
    return {st.NORMAL: "normal", st.UNDERWORLD: "underworld"}.get(slot, "pyramid")


def winners(s: Any) -> list[int]:
    """The seats of the god that won."""
    return [seat for seat in range(s.players) if s.winner >= 0 and s.god_of[seat] == s.winner]
