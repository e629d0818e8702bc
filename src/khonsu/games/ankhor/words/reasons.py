"""Why something on the table of Ankh'or cannot be chosen now. Read from the view alone; the rules are in `rules/`."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any, NamedTuple

from khonsu.authors.things import Now, Reason
from khonsu.games.ankhor.rules import pieces as p
from khonsu.games.ankhor.words.steps import cell_text

MENU, STACK, TILE, TARGET, PICK, SLOT, CELL, SAVE, AFTER, STORE, GIVE_BACK = (
    *("DP-1", "DP-2", "DP-3", "DP-4", "DP-5", "DP-6a", "DP-6b", "DP-6c", "DP-8", "DP-9", "DP-10"),
)
NUMBERS = tuple(map(str, range(1, p.SLOTS + 1)))
SECTIONS = {
    **{MENU: "turn", AFTER: "ankhs", STACK: "renew", TILE: "move", TARGET: "move", PICK: "take"},
    **{SLOT: "buy", CELL: "place", SAVE: "upper", STORE: "limits", GIVE_BACK: "limits"},
}


def notation(view: Any, seat: int, thing: str) -> str:
    """The step that a thing of the drawing stands for when it can be chosen; "" for what never can be."""
    name, _, rest = thing.partition(" ")
    if name == "cells":
        return cell_clicked(view, seat, rest)
    match name.split("-"):
        case ["slot", number] | ["slot", number, "tile"] if number in NUMBERS:
            return f"slot {number}"
        case ["price", number, place] if number in NUMBERS:
            saving = view["asked"] == SAVE and view["chosen"]["slot"] == int(number)
            return f"save {view['slots'][int(number) - 1]['price'][int(place) - 1]}" if saving else f"slot {number}"
        case ["supply", kind] if kind in p.TOKENS:
            return kind
        case ["hand", owner, kind] if owner == str(seat) and kind in p.TOKENS:
            return f"return {kind}"
        case ["stack", "A" | "B" as stack]:
            return f"stack {stack}"
        case ["dom", owner, "tile" | "depot", i] if owner == str(seat):
            tile = view["domains"][seat]["tiles"][int(i)]
            if view["asked"] == STORE:
                return f"store {tile['colour']}" if tile["kind"] == "depot" else ""
            return cell_text(tile["x"], tile["y"], tile["level"])
    return ""


def cell_clicked(view: Any, seat: int, place: str) -> str:
    """The free cell at a place of the own domain: an upper one where a corner of four tiles is hit, or a base cell."""
    across, down = (float(number) for number in place.split())
    here = Domain.of(view, seat)
    upper = (round(across) - 1, round(down) - 1, 1)
    near = abs(across - round(across)) < 1 / 3 and abs(down - round(down)) < 1 / 3
    if near and upper in here.free_upper():
        return cell_text(*upper)
    return cell_text(math.floor(across), math.floor(down), 0)


def why_not(now: Now, notation: str) -> Reason | None:
    """Why a step is not legal; None if it is."""
    asked = now.view["asked"]
    word, _, rest = notation.partition(" ")
    if asked in (MENU, AFTER):
        return at_the_menu(now, notation)
    if asked == SLOT and word == "slot":
        return why_not_buy(now, int(rest))
    if asked == PICK and word in p.TOKENS:
        return no_token_left(now, word)
    if asked == STACK and word == "stack":
        return empty_stack(now, rest)
    if asked == TILE and notation[0] in "([":
        return why_not_move(now, cell_place(notation))
    if asked in (CELL, TARGET) and notation[0] in "([":
        return (why_not_lay if asked == CELL else why_not_there)(now, cell_place(notation))
    if asked == SAVE and word == "save":
        return why_not_save(now, rest)
    if asked == STORE and word == "store":
        return why_not_store(now, rest)
    if asked == GIVE_BACK and word == "return":
        return why_not_return(now, rest)
    return another_time(now, notation) or now.not_asked(SECTIONS[asked])


# -- the menu ----------------------------------------------------------------------------------------------------------


def at_the_menu(now: Now, notation: str) -> Reason:
    """AO-10 to AO-12: nothing on the table is chosen before the action is; say which one, or why not even that."""
    t, after, word = now.t, now.view["asked"] == AFTER, notation.partition(" ")[0]
    if word == "stack":
        return why_not_renew(now) or Reason(t("First choose to renew the row, then the stack."), "renew")
    if word == "return":
        return Reason(t("You give tokens back only if you hold too many when your turn ends."), "limits")
    if notation[0] in "([" and cell_place(notation) in Domain.of(now.view, now.seat).tiles:
        return why_no_move(now) or Reason(t("First choose to move a tile, then the tile."), "move")
    if after:
        return Reason(
            t("You have already taken tokens or bought a tile: you do only one of the two in a turn."), "turn"
        )
    if word == "slot":
        first = t("First choose to buy a tile, then this one.")
        return why_not_buy(now, int(notation[5:])) or Reason(first, "buy")
    if word in p.TOKENS:
        return no_token_left(now, word) or Reason(t("First choose to take three tokens."), "take")
    return Reason(t("First buy a tile; then you choose its place."), "buy")


def why_not_renew(now: Now) -> Reason | None:
    """AO-51, AO-58."""
    view = now.view
    if reason := no_ankh(now):
        return reason
    row, stock = [slot["tile"] for slot in view["slots"]], sum(stack["size"] for stack in view["stacks"])
    tiles = sum(tile is not None for tile in row)
    changes = None in row[:tiles] or (tiles < p.SLOTS and stock) or (view["players"] == 2 and (tiles or stock))
    return None if changes else Reason(now.t("Renewing the row would change nothing now."), "renew")


def why_no_move(now: Now) -> Reason | None:
    """AO-51, AO-67."""
    if reason := no_ankh(now):
        return reason
    here = Domain.of(now.view, now.seat)
    if any(here.targets(place) for place in here.tiles):
        return None
    return Reason(now.t("None of your tiles can go anywhere else."), "move")


def no_ankh(now: Now) -> Reason | None:
    """AO-49, AO-51: an ankh is needed that was there when the turn began."""
    if now.view["spendable"]:
        return None
    if now.view["domains"][now.seat]["hand"]["ankh"]:
        return Reason(now.t("This costs an ankh, and the one you took has to wait for your next turn."), "ankhs")
    return Reason(now.t("This costs an ankh, and you have none."), "ankhs")


def empty_stack(now: Now, name: str) -> Reason | None:
    """AO-55."""
    left = next(stack["size"] for stack in now.view["stacks"] if stack["name"] == name)
    return None if left else Reason(now.t("Stack {name} is empty.", name=name), "renew")


# -- what the question is not about ------------------------------------------------------------------------------------


def another_time(now: Now, notation: str) -> Reason | None:
    """AO-10 to AO-12, AO-51: the rule that keeps a thing for another time; None if it only waits for an answer."""
    t, asked, (word, _, rest) = now.t, now.view["asked"], notation.partition(" ")
    if asked == STORE:
        return Reason(t("Your turn is ending: choose the depot that gets a token."), "depot")
    if asked == GIVE_BACK:
        return Reason(t("Your turn is ending, and you keep at most 5 resources: give back the rest."), "limits")
    if word == "return":
        return Reason(t("You give tokens back only if you hold too many when your turn ends."), "limits")
    one_of_two = Reason(t("In a turn you take tokens or buy a tile, not both."), "turn")
    if word == "slot":
        return why_not_buy(now, int(rest)) or (one_of_two if asked == PICK else another_tile(now, int(rest)))
    if word in p.TOKENS:
        return no_token_left(now, word) or (one_of_two if asked in (SLOT, CELL, SAVE) else None)
    if word == "stack" or cell_place(notation) in Domain.of(now.view, now.seat).tiles:
        between = Reason(t("You spend ankhs before or after your action, not in the middle of it."), "ankhs")
        return None if asked in (STACK, TILE, TARGET) else no_ankh(now) or between
    if asked == PICK:
        return Reason(t("A tile comes here when you buy one. In this turn you take tokens."), "place")
    return None if asked == SAVE else Reason(t("First buy a tile; then you choose its place."), "buy")


def another_tile(now: Now, slot: int) -> Reason | None:
    """AO-12: one tile in a turn."""
    chosen = now.view["chosen"].get("slot")
    if chosen in (None, slot):
        return None
    return Reason(now.t("You buy one tile in a turn, and you have chosen slot {slot}.", slot=chosen), "buy")


# -- tokens ------------------------------------------------------------------------------------------------------------


def token_name(now: Now, kind: str) -> str:
    """A token by its resource."""
    return now.t.term(p.RESOURCES[kind])


def no_token_left(now: Now, kind: str) -> Reason | None:
    """AO-17."""
    if now.view["supply"][kind]:
        return None
    return Reason(now.t("None left in the supply: {token}.", token=token_name(now, kind)), "take")


def owned(now: Now) -> Counter[str]:
    """AO-21, AO-75: what can pay, in hand and on depots."""
    own = now.view["domains"][now.seat]
    return Counter(own["hand"]) + Counter(tile["colour"] for tile in own["tiles"] if tile["token"])


def lacking(now: Now, slot: int) -> Counter[str]:
    """The markers of a slot's price that cannot be paid."""
    return Counter(now.view["slots"][slot - 1]["price"]) - owned(now)


def why_not_buy(now: Now, slot: int) -> Reason | None:
    """AO-13, DP-6a."""
    t, shown = now.t, now.view["slots"][slot - 1]
    if shown["tile"] is None:
        return Reason(t("Slot {slot} is empty. New tiles come when somebody renews the row.", slot=slot), "renew")
    missing, here = lacking(now, slot), Domain.of(now.view, now.seat)
    on_top = any(here.matches(place, shown["tile"]["colour"]) for place in here.free_upper())
    if not missing or (missing.total() == 1 and on_top):
        return None
    places = {
        "price": t.items([token_name(now, kind) for kind in shown["price"]]),
        "missing": t.items([token_name(now, kind) for kind in missing.elements()]),
    }
    if missing.total() == 1:
        words = (
            "This tile costs {price}, and you lack one: {missing}. "
            "On the upper level you would save it, but it has no place there."
        )
        return Reason(t(words, **places), "upper")
    return Reason(t("This tile costs {price}. What you lack: {missing}.", **places), "buy")


def why_not_save(now: Now, kind: str) -> Reason | None:
    """AO-33, DP-6c: the rest of the price must be payable."""
    missing = lacking(now, now.view["chosen"]["slot"])
    if not missing or kind in missing:
        return None
    other = token_name(now, next(iter(missing)))
    return Reason(now.t("Then you couldn't pay the rest: you lack one token, {missing}.", missing=other), "upper")


def why_not_store(now: Now, colour: str) -> Reason | None:
    """AO-70, AO-76, AO-77."""
    own, t = now.view["domains"][now.seat], now.t
    depots = [tile for tile in own["tiles"] if tile["kind"] == "depot" and tile["colour"] == colour]
    if not own["hand"][colour]:
        return Reason(t("You have no token of this depot's colour."), "depot")
    if all(tile["covered"] for tile in depots):
        return Reason(t("A tile lies on this depot, so it is closed."), "depot")
    if all(tile["covered"] or tile["token"] for tile in depots):
        return Reason(t("This depot already has its token. There is room for only one."), "depot")
    return None


def why_not_return(now: Now, kind: str) -> Reason | None:
    """AO-71, AO-72."""
    if kind == "ankh":
        return Reason(now.t("You have too many resources. An ankh is not one of them."), "limits")
    if now.view["domains"][now.seat]["hand"][kind]:
        return None
    return Reason(now.t("You have none of these: {token}.", token=token_name(now, kind)), "limits")


# -- cells -------------------------------------------------------------------------------------------------------------

Spot = tuple[int, int, int]  # x, y, level


def cell_place(notation: str) -> Spot:
    """The cell that a notation names."""
    x, y = notation[1:-1].split(",")
    return int(x), int(y), int(notation[0] == "[")


class Domain(NamedTuple):
    """A domain as one who lays or moves a tile looks at it."""

    tiles: dict[Spot, Any]
    may_split: bool

    @classmethod
    def of(cls, view: Any, seat: int) -> Domain:
        """The domain of a seat."""
        tiles = {(tile["x"], tile["y"], tile["level"]): tile for tile in view["domains"][seat]["tiles"]}
        return cls(tiles, view["options"]["move_may_split"])

    def ground(self) -> set[tuple[int, int]]:
        """Where base tiles lie."""
        return {(x, y) for x, y, level in self.tiles if not level}

    def free_upper(self) -> set[Spot]:
        """AO-31: free upper cells on four base tiles."""
        ground = self.ground()
        return {
            (x, y, 1)
            for x, y in ground
            if all(corner in ground for corner in ((x + 1, y), (x, y + 1), (x + 1, y + 1)))
            and (x, y, 1) not in self.tiles
        }

    def matches(self, place: Spot, colour: str) -> bool:
        """AO-32: a support has this colour."""
        x, y, _ = place
        return any(self.tiles[x + dx, y + dy, 0]["colour"] == colour for dx in (0, 1) for dy in (0, 1))

    def targets(self, place: Spot) -> bool:
        """AO-60, AO-67: whether a tile of the domain has somewhere to go."""
        if place[2]:
            return bool(self.free_upper())
        others = self.ground() - {place[:2]}
        if self.tiles[place]["covered"] or not others:
            return False
        return self.may_split or any(whole(others | {cell}) for cell in around(others) - {place[:2]})


def beside(cell: tuple[int, int]) -> set[tuple[int, int]]:
    """The four cells that share a side with a cell."""
    x, y = cell
    return {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)}


def around(cells: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """The free cells that share a side with some of these."""
    return set().union(*map(beside, cells)) - cells


def whole(cells: set[tuple[int, int]]) -> bool:
    """Whether cells are in one piece."""
    left, fresh = set(cells), [next(iter(cells))]
    while fresh:
        cell = fresh.pop()
        if cell in left:
            left.remove(cell)
            fresh.extend(beside(cell) & left)
    return not left


def too_far(ground: set[tuple[int, int]], cell: tuple[int, int]) -> bool:
    """AO-29a: a domain is at most 18 cells wide and high."""
    return any(max(axis) - min(axis) >= p.MOST_SPAN for axis in zip(*ground, cell))


def why_not_lay(now: Now, place: Spot) -> Reason | None:
    """AO-26 to AO-32, DP-6b."""
    t, here = now.t, Domain.of(now.view, now.seat)
    slot = now.view["chosen"]["slot"]
    colour, missing = now.view["slots"][slot - 1]["tile"]["colour"], lacking(now, slot)
    if reason := taken(now, here, place):
        return reason
    if place[2]:
        words = "On the upper level it needs a tile of its own colour below: {colour}."
        return None if here.matches(place, colour) else Reason(t(words, colour=t.term(colour)), "upper")
    if missing:
        lacks = token_name(now, next(iter(missing)))
        words = "On the ground the tile costs its full price. You lack one token: {missing}."
        return Reason(t(words, missing=lacks), "upper")
    return off_the_ground(now, here.ground(), place[:2])


def taken(now: Now, here: Domain, place: Spot) -> Reason | None:
    """A cell where a tile lies, or an upper one without its four supports."""
    if place in here.tiles:
        return Reason(now.t("There is already a tile here."), "upper" if place[2] else "place")
    if place[2] and place not in here.free_upper():
        return Reason(now.t("On the upper level it needs four tiles below."), "upper")
    return None


def off_the_ground(now: Now, ground: set[tuple[int, int]], cell: tuple[int, int]) -> Reason | None:
    """AO-26 to AO-29a: where a base tile may lie beside these."""
    t = now.t
    if not ground:
        return None if cell == (0, 0) else Reason(t("Your first tile goes to the marked place."), "place")
    if cell not in around(ground):
        return Reason(t("A tile on the ground must share a side with another one of yours."), "place")
    if too_far(ground, cell):
        return Reason(t("Your domain cannot be wider or higher than 18 tiles."), "place")
    return None


def why_not_move(now: Now, place: Spot) -> Reason | None:
    """AO-59 to AO-67, DP-3."""
    t, here = now.t, Domain.of(now.view, now.seat)
    if place not in here.tiles:
        return Reason(t("You have no tile here. Choose the tile you want to move."), "move")
    if here.targets(place):
        return None
    if place[2]:
        return Reason(t("There is no other free place on the upper level."), "move")
    if here.tiles[place]["covered"]:
        return Reason(t("It carries a tile of the upper level, so it cannot move."), "move")
    if len(here.ground()) == 1:
        return Reason(t("It is your only tile on the ground: there is no other to put it beside."), "move")
    return Reason(t("Without it your domain would fall apart, and this table does not allow that."), "variants")


def why_not_there(now: Now, place: Spot) -> Reason | None:
    """AO-59 to AO-66, DP-4."""
    t, here, origin = now.t, Domain.of(now.view, now.seat), now.view["chosen"]["from"]
    start = (origin["x"], origin["y"], origin["level"])
    if place == start:
        return Reason(t("The tile must go to another place."), "move")
    if place[2] != start[2]:
        return Reason(t("A tile that moves stays on its level."), "move")
    if reason := taken(now, here, place):
        return reason
    if place[2]:
        return None
    others = here.ground() - {start[:2]}
    if place[:2] not in around(others):
        words = "It must share a side with another tile on the ground; the place it leaves does not count."
        return Reason(t(words), "move")
    if reason := off_the_ground(now, others, place[:2]):
        return reason
    if here.may_split or whole(others | {place[:2]}):
        return None
    return Reason(t("Your domain would fall apart, and this table does not allow that."), "variants")
