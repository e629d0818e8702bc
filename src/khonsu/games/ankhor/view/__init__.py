"""What a seat sees (section 5): everything but the tiles in the stacks. All seats and spectators see the same."""

from typing import Any

import numpy as np

from khonsu.games.ankhor.fields import AnkhorChosen, AnkhorDomain, AnkhorLaidTile, AnkhorPlace, AnkhorTile, AnkhorView
from khonsu.games.ankhor.rules import pieces as p
from khonsu.games.ankhor.rules import state as st
from khonsu.games.ankhor.words.steps import cell_place


def tile(number: int) -> AnkhorTile:
    """A tile by its colour and kind; ids are bookkeeping and stay inside."""
    colour, kind = p.TILES[number]
    return {"colour": p.COLOURS[colour], "kind": p.KINDS[kind]}


def tokens(counts: Any) -> dict[str, int]:
    """Token counts by name."""
    return dict(zip(p.TOKENS, counts.tolist()))


def breakdown(s: Any, seat: int) -> dict[str, float]:
    """AO-97 to AO-100: the parts of a score."""
    from khonsu.games.ankhor.rules.scoring import score

    parts = {
        "colours": float(s.colours[seat]),
        "animals": float(s.animals[seat]),
        "numbers": float(s.twos[seat]),
        "bonus": float(p.BONUS_VALUE * int(s.bonus[seat])),
    }
    parts["tokens"] = score.quick(s, seat) - sum(parts.values())
    return parts


def winners(s: Any) -> list[int]:
    """AO-101 to AO-104: the seats that have won, as the rules count."""
    from khonsu.games.ankhor.rules.scoring import result

    shares = np.zeros(int(s.players))
    result.quick(s, shares)
    return np.flatnonzero(shares).tolist()


def domain(s: Any, seat: int) -> AnkhorDomain:
    """A player's tiles, tokens and points."""
    n = int(s.tiles[seat])
    columns = [column[seat, :n].tolist() for column in (s.tile, s.x, s.y, s.level, s.cover, s.token)]
    tiles: list[AnkhorLaidTile] = [
        {**tile(number), "x": x, "y": y, "level": level, "covered": bool(cover), "token": bool(token)}
        for number, x, y, level, cover, token in zip(*columns)
    ]
    parts = breakdown(s, seat)
    return {
        "tiles": tiles,
        "affordable": affordable(s, seat),
        "hand": tokens(s.hand[seat]),
        "bonus": int(s.bonus[seat]),
        "score": {**parts, "total": sum(parts.values())},
    }


def tokens_that_pay(s: Any, seat: int) -> list[int]:
    """AO-21, AO-75: the resources in hand and on depots, by kind."""
    owned: list[int] = s.hand[seat, : p.ANKH].tolist()
    n = int(s.tiles[seat])
    for number, token in zip(s.tile[seat, :n].tolist(), s.token[seat, :n].tolist()):
        owned[p.TILES[number][0]] += token
    return owned


def affordable(s: Any, seat: int) -> list[int]:
    """AO-13, AO-33: the slots whose tile the seat could buy, by its tokens in hand and on depots."""
    owned, found, roof = tokens_that_pay(s, seat), [], int(s.roof[seat])
    for slot, (number, price) in enumerate(zip(s.row.tolist(), s.price.tolist())):
        if number >= 0:
            lacking = lacked(price, owned)
            if lacking == 0 or (lacking == 1 and roof >> p.TILES[number][0] & 1):
                found.append(slot + 1)
    return found


def lacked(price: list[int], owned: list[int]) -> int:
    """How many tokens of a price somebody who owns these has not."""
    left = owned[:]
    for kind in price:
        if kind >= 0:
            left[kind] -= 1
    return -sum(n for n in left if n < 0)


def view(s: Any, seat: int) -> AnkhorView:
    """The table as plain data."""
    s = s.whole()
    over = bool(s.over)
    row, sizes = s.row.tolist(), s.stack_size.tolist()
    return {
        "game": "ankhor",
        "players": int(s.players),
        "options": {
            "covered_depot_token": "to_supply" if s.covered_to_supply else "to_hand",
            "leftover_tokens": "resources" if s.leftover_resources else "all",
            "tiebreak_tokens": "fewest" if s.tiebreak_fewest else "most",
            "move_may_split": bool(s.may_split),
            "stall_rounds": int(s.stall_rounds),
        },
        "round": int(s.round_number),
        "turn": int(s.turn),
        "first": int(s.first),
        "current": None if over else int(s.current),
        "asked": None if over else st.DECISIONS[int(s.pending[s.depth - 1, 0])],
        "chosen": chosen(s),
        "spendable": int(s.spendable),
        "last_round": bool(s.ended),
        "stall": int(s.stall),
        "over": over,
        "winners": winners(s) if over else [],
        "slots": [
            {
                "price": [p.COLOURS[kind] for kind in price if kind >= 0],
                "tile": tile(number) if number >= 0 else None,
            }
            for number, price in zip(row, s.price.tolist())
        ],
        "stacks": [
            {
                "name": "AB"[k],
                "size": size,
                "top": tile(int(s.stack[k, size - 1]))["colour"] if size else None,
            }
            for k, size in enumerate(sizes)
        ],
        "supply": tokens(s.supply),
        "bonus_left": max(0, p.BONUS_TOKENS - sum(s.bonus[: int(s.players)].tolist())),  # AO-48
        "discards": [tile(number) for number in s.discard[: int(s.discards)].tolist()],
        "domains": [domain(s, owner) for owner in range(int(s.players))],
    }


def private(s: Any, seat: int, public: AnkhorView) -> dict[str, Any]:
    """What a seat sees otherwise than a spectator: nothing."""
    return {}


def points(view: AnkhorView) -> list[dict[str, float]]:
    """The parts of every seat's score, as they stand in a view."""
    return [without_total(domain["score"]) for domain in view["domains"]]


def without_total(score: dict[str, float]) -> dict[str, float]:
    """The parts alone."""
    return {part: n for part, n in score.items() if part != "total"}


def statistics(states: Any) -> dict[str, Any]:
    """What `khonsu simulate` counts besides points, one entry per match."""
    tiles = states["tiles"].astype(float)
    laid = np.arange(states["level"].shape[2]) < states["tiles"][:, :, None]
    most = tiles.max(axis=1)
    return {
        "rounds": states["round_number"].astype(float),
        "tiles of the largest domain": most,
        "upper tiles": (states["level"] * laid).sum(axis=(1, 2)).astype(float),
        "bonus tokens": states["bonus"].sum(axis=1).astype(float),
        "end": np.where(most >= p.LAST_TILE, "13th tile", np.where(states["ended"] == 1, "empty row", "nobody buys")),
    }


def chosen(s: Any) -> AnkhorChosen:
    """What has been chosen in an action that is not complete yet: the slot, the cell, the tile to be moved."""
    if s.over:
        return {}
    question, operand, other = (int(number) for number in s.pending[s.depth - 1, :3])
    seat = int(s.current)
    if question == st.PICK:
        return {"left": operand}
    if question == st.CELL:
        return {"slot": operand + 1}
    if question == st.SAVE:
        return {"slot": operand + 1, "cell": place(s, seat, other)}
    if question == st.TARGET:
        return {"from": place(s, seat, operand)}
    return {}


def place(s: Any, seat: int, step: int) -> AnkhorPlace:
    """A cell's coordinates."""
    x, y, level = cell_place(s, seat, step)
    return {"x": x, "y": y, "level": level}
