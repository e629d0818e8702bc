"""Why something on the table of Ankh cannot be chosen now. Read from the seat's view; the rules are in `rules/`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import dist
from typing import Any

from khonsu.authors.things import Now, Reason
from khonsu.games.ankh.picture.map import Place, centre
from khonsu.games.ankh.rules import pieces as p
from khonsu.games.ankh.rules.board import DISTANCE, HEX, HEXES, MOVE_RANGE, NEIGHBOUR, NILE
from khonsu.games.ankh.words import terms

CLOSE = 44  # from the middle of a hex, in units of the map
VERBS = {
    **dict.fromkeys(("move_figure", "obelisk_figure"), "figure"),
    **dict.fromkeys(("move_to", "summon_hex", "build_hex", "obelisk_to", "tile_to", "return_to"), "to"),
    **{"push_to": "push", "slot": "pyramid", "monument": "control", "keep_guardian": "keep", "tile_from": "tile"},
}
# What a question asks for, where one sentence says all: for what is not among its answers that is the reason
WANTED = {
    ("push_to", "push"): ("The pushed figure goes to an empty land hex beside it.", "satet"),
    ("obelisk_figure", "figure"): ("Choose a figure of yours that has not been moved by this power.", "level-2"),
    ("obelisk_to", "to"): ("It goes to an empty land hex beside one of your obelisks in this region.", "level-2"),
    ("build_hex", "to"): ("You build on an empty land hex of the region where the battle is.", "cards"),
    ("return_to", "to"): ("The Mummy returns to an empty land hex adjacent to your god.", "mummy"),
    ("tile_from", "tile"): ("Choose an Underworld tile on the map, or one from your reserve.", "osiris"),
    ("tile_to", "to"): ("The tile goes to an empty land hex of this region without a tile.", "osiris"),
    ("keep_guardian", "keep"): ("Choose one of the guardians for which there are too few bases.", "merge"),
    ("captive", "captive"): ("No warrior of this god has just died.", "anubis"),
    ("build_kind", "build"): ("None of these is left in the supply.", "cards"),
    ("move_token", "token"): ("This order token cannot be moved: its region keeps it.", "caravan"),
    ("second_action", "action"): ("Your second action must be on a track below the first one.", "turn"),
}
SECTIONS = {
    **dict.fromkeys(("first_action", "second_action"), "turn"),
    **dict.fromkeys(("move_figure", "move_to"), "move"),
    **dict.fromkeys(("slot", "summon_figure", "summon_hex"), "summon"),
    **dict.fromkeys(("camel", "keep_token", "exchange", "join", "move_token"), "caravan"),
    **dict.fromkeys(("obelisk_figure", "obelisk_to"), "level-2"),
    **dict.fromkeys(("card", "build_kind", "build_hex", "offer"), "cards"),
    **dict.fromkeys(("captive",), "anubis"),
    **dict.fromkeys(("tile_from", "tile_to"), "osiris"),
    **{"push_to": "satet", "facing": "scorpion", "sun": "ra", "power": "unlock", "monument": "control"},
    **{"announce": "amun", "return_to": "mummy", "tie_break": "ties", "protect": "isis", "worship": "level-3"},
    **{"keep_guardian": "merge"},
}


def notation(view: Any, seat: int, thing: str) -> str:
    """The step that a thing of the drawing stands for when it can be chosen; "" for what never can be."""
    name, _, place = thing.partition(" ")
    if name == "map":
        return at_hex(view, clicked(place))
    kind, _, which = name.partition("-")
    match kind, which.split("-"):
        case (("action" | "track"), [track]) if track in p.ACTIONS:
            return track
        case "power", _ if which in p.POWERS:
            return f"power {which}"
        case "card", _ if which in p.CARDS:
            return f"card {which}"
        case "build", _ if which in p.MONUMENTS[1:]:
            return f"build {which}"
        case "order", [token]:
            return f"token {int(token)}" if int(token) in {region["token"] for region in view["regions"]} else ""
        case "goods", [god, *rest]:
            return goods(view, seat, int(god), "-".join(rest))
        case "god", [god]:
            return at_hex(view, next(place_of(h) for h in view["hexes"] if is_god(h, int(god))))
        case (("monument" | "tile" | "figure"), [*_, row, col]):
            return at_hex(view, (int(row), int(col)))
    return ""


def place_of(h: Any) -> Place:
    """A hex by row and column."""
    return h["row"], h["col"]


def is_god(h: Any, god: int) -> bool:
    """Whether this god's figure stands there."""
    return bool(h["figure"]) and h["figure"]["kind"] == "god" and h["figure"]["god"] == god


def clicked(place: str) -> Place:
    """The hex around a point of the map."""
    x, y = (float(number) for number in place.split())
    nearest = min(HEXES, key=lambda each: dist(centre(each), (x, y)))
    if not dist(centre(nearest), (x, y)) <= CLOSE:
        raise ValueError(place)
    return nearest


def at_hex(view: Any, place: Place) -> str:
    """The notation of a hex, as the question has it."""
    row, col = HEXES[HEX[place]]
    return f"{VERBS.get(view['question'], 'hex')} {row},{col}"


def goods(view: Any, seat: int, god: int, kind: str) -> str:
    """What lies before a god: own figures to be summoned, captives to be freed, others' warriors to be captured."""
    sheet, own = view["gods"][god], view["seats"][seat] == god
    if own and (kind == "warrior" or kind in p.GUARDIANS):
        return f"keep {kind}" if view["question"] == "keep_guardian" and kind != "warrior" else kind
    if own and kind == "captive" and sheet["god"] != "anubis":
        return "ransom"
    return f"captive {sheet['god']}" if kind == "warrior" and not own else ""


def why_not(now: Now, notation: str) -> Reason | None:
    """Why a step is not legal; None if it is."""
    if notation in now.legal:
        return None
    question, (word, _, rest) = now.view["question"], notation.partition(" ")
    word = "action" if word in p.ACTIONS else "figures" if not rest else word
    if found := REASONS.get((question, word)):
        return found(now, rest or notation)
    if wanted := WANTED.get((question, word)):
        return Reason(now.t(wanted[0]), wanted[1])
    return another_time(now, word, rest or notation) or now.not_asked(SECTIONS[question])


# -- the map -----------------------------------------------------------------------------------------------------------


def hex_at(now: Now, text: str) -> Any:
    """The hex that a notation names."""
    row, col = map(int, text.split(","))
    return now.view["hexes"][HEX[row, col]]


def own_god(now: Now) -> int:
    """The god of the seat."""
    return int(now.view["seats"][now.seat])


def god_name(now: Now, god: int) -> str:
    """A god's name."""
    return now.t.term(terms.GODS[p.GODS.index(now.view["gods"][god]["god"])])


def has_ability(now: Now, god: str) -> bool:
    """Whether the seat's god has the ability of this one."""
    return god in now.view["gods"][own_god(now)]["abilities"]


def borders(now: Now, place: Place) -> Iterator[tuple[Any, str]]:
    """The neighbours of a hex, each with the border that lies between: the Nile, camels, or none."""
    camels = {frozenset((tuple(one), tuple(other))) for one, other in now.view["camels"]}
    h = HEX[place]
    for d, g in enumerate(NEIGHBOUR[h].tolist()):
        if g >= 0:
            border = "nile" if NILE[h] >> d & 1 else "camel" if frozenset((place, HEXES[g])) in camels else ""
            yield now.view["hexes"][g], border


def divided(now: Now, h: Any, wanted: Callable[[Any], bool]) -> Reason | None:
    """AK-5, AK-6: what is wanted stands next door, but beyond a border."""
    between = {border for other, border in borders(now, place_of(h)) if wanted(other)}
    if "nile" in between:
        return Reason(now.t("The Nile lies between: these hexes are not adjacent."), "regions")
    if "camel" in between:
        return Reason(now.t("Camels stand between: these hexes are not adjacent."), "regions")
    return None


def occupied(now: Now, h: Any) -> Reason | None:
    """AK-2, AK-3, AK-44, AK-151: what keeps a figure off a hex."""
    t = now.t
    if h["figure"]:
        return Reason(t("Another figure stands here."), "regions")
    if h["monument"]:
        return Reason(t("A monument stands here."), "regions")
    if h["terrain"] == "water":
        return Reason(t("Only Apep can stand on water, and only when it is summoned there."), "water")
    if h["tile"] and not has_ability(now, "osiris"):
        return Reason(t("This is an Underworld hex: only Osiris's figures may go there."), "osiris")
    return None


def why_not_figure(now: Now, text: str) -> Reason:
    """D-4, AK-40."""
    t, figure = now.t, hex_at(now, text)["figure"]
    if not figure:
        return Reason(t("No figure of yours stands here."), "move")
    if figure["god"] != own_god(now):
        return Reason(
            t("You move your own figures. This one belongs to: {god}.", god=god_name(now, figure["god"])), "move"
        )
    if figure["moved"]:
        return Reason(t("It has already moved in this action."), "move")
    return Reason(t("There is no empty land hex within 3 hexes of it."), "move")


def why_not_there(now: Now, text: str) -> Reason:
    """D-5, AK-42 to AK-45, AK-159 to AK-162."""
    t, h, start = now.t, hex_at(now, text), tuple(now.view["chosen"]["hex"])
    if place_of(h) == start:
        return Reason(t("It is already here."), "move")
    far = int(DISTANCE[HEX[start], HEX[place_of(h)]])
    if far > MOVE_RANGE:
        return Reason(t("A figure moves up to 3 hexes. This one is {n} away.", n=far), "move")
    mover, there = now.view["hexes"][HEX[start]]["figure"], h["figure"]
    if mover["kind"] == "satet" and there and there["god"] != mover["god"]:
        return Reason(t("There is no hex to which the figure could be pushed."), "satet")
    return occupied(now, h) or Reason(t("A figure ends its move on an empty land hex."), "move")


def why_not_pyramid(now: Now, text: str) -> Reason:
    """D-8, AK-123."""
    t, monument, own = now.t, hex_at(now, text)["monument"], own_god(now)
    if not monument or monument["kind"] != "pyramid" or monument["god"] != own:
        return on_the_map(now, text) or now.not_asked("summon")
    if "pyramid-attuned" not in now.view["gods"][own]["powers"]:
        return Reason(t("To summon beside a pyramid you need the power Pyramid Attuned."), "level-2")
    return Reason(t("This pyramid has been used in this action, or there is no figure or empty hex for it."), "summon")


def why_not_summoned(now: Now, text: str) -> Reason:
    """D-10, AK-46, AK-149, AK-163."""
    t, h, chosen, own = now.t, hex_at(now, text), now.view["chosen"], own_god(now)
    if chosen["slot"] == "underworld":
        return Reason(t("This figure comes onto an Underworld hex without a figure."), "osiris")
    if h["figure"] or h["monument"] or h["terrain"] == "water":
        return occupied(now, h) or now.not_asked("summon")
    if chosen["slot"] == "pyramid":
        pyramid = tuple(chosen["hex"])
        words = Reason(t("This figure comes onto an empty hex adjacent to the pyramid."), "level-2")
        return divided(now, h, lambda other: place_of(other) == pyramid) or words
    words = Reason(t("It must be adjacent to one of your figures or monuments."), "summon")
    return divided(now, h, lambda other: is_own(other, own)) or words


def is_own(h: Any, god: int) -> bool:
    """Whether a figure or monument of the god stands there."""
    return any(piece and piece["god"] == god for piece in (h["figure"], h["monument"]))


def why_not_control(now: Now, text: str) -> Reason:
    """D-13, AK-60, AK-61."""
    t, h, own = now.t, hex_at(now, text), own_god(now)
    monument = h["monument"]
    if not monument:
        return Reason(t("No monument stands here."), "control")
    if monument["god"] == own:
        return Reason(t("You already control it."), "control")
    neutral = any(each["monument"] and each["monument"]["god"] is None for each in now.view["hexes"])
    if neutral and monument["god"] is not None:
        return Reason(t("As long as there is a neutral monument on the map, you take a neutral one."), "control")
    beside = Reason(t("None of your figures is adjacent to it."), "control")
    return divided(now, h, lambda other: bool(other["figure"]) and other["figure"]["god"] == own) or beside


# -- beside the map ----------------------------------------------------------------------------------------------------


def why_not_pool(now: Now, kind: str) -> Reason:
    """D-9, AK-140, AK-204."""
    t, sheet = now.t, now.view["gods"][own_god(now)]
    if kind == "ransom":
        if not sheet["held_by_anubis"]:
            return Reason(t("Anubis holds no warrior of yours."), "anubis")
        return Reason(t("A captive costs a follower, and you have none."), "anubis")
    left = sheet["warriors"] if kind == "warrior" else sheet["guardians"].get(kind, 0)
    if not left:
        return Reason(t("You have none of these in your pool."), "summon")
    return Reason(t("There is no hex where it could be summoned."), "summon")


def why_not_power(now: Now, power: str) -> Reason | None:
    """D-12, AK-53, AK-54."""
    t, sheet = now.t, now.view["gods"][own_god(now)]
    level, unlocked = 1 + p.POWERS.index(power) // p.POWERS_PER_LEVEL, len(sheet["powers"])
    if power in sheet["powers"]:
        return Reason(t("You already have this power."), "powers")
    following = unlocked // 2 + 1
    if level != following and sheet["row"]:
        return Reason(t("Your next power is one of level {n}: two of each level, in order.", n=following), "unlock")
    if not sheet["row"]:
        return Reason(t("You have unlocked two powers of each level: there are no more."), "unlock")
    if sheet["followers"] < level:
        words = "This power costs {n} followers. You have: {have}."
        return Reason(
            t.count("This power costs {n} follower. You have: {have}.", words, level, have=sheet["followers"]), "unlock"
        )
    return None


def why_not_card(now: Now, card: str) -> Reason:
    """D-17, AK-94."""
    t, sheet = now.t, now.view["gods"][own_god(now)]
    own = (now.view["secret"] or {}).get("own")
    if isinstance(own, list) and card in own:
        return Reason(t("You have already chosen this card."), "cards")
    if card in sheet["used"]:
        return Reason(t("You have used this card. Cycle of Ma'at brings used cards back."), "cards")
    return Reason(t("This card is not in your hand."), "cards")


# -- what the question is not about ------------------------------------------------------------------------------------


def another_time(now: Now, word: str, rest: str) -> Reason | None:
    """When a thing is chosen that the question is not about; None if nothing is known but that it waits."""
    t = now.t
    if word == "action":
        under_way = "A Conflict is under way. Actions are chosen when it is over."
        return Reason(t(under_way), "conflict") if now.view["conflict"] else None
    if word == "card":
        used = rest in now.view["gods"][own_god(now)]["used"]
        return why_not_card(now, rest) if used else Reason(t("Cards are played in battles."), "cards")
    if word == "build":
        return Reason(t("Monuments are built with the card Build Monument."), "cards")
    if word == "token":
        return Reason(t("Order tokens move only when camels have divided a region."), "caravan")
    if word == "power":
        return why_not_power(now, rest) or by_action(now, "unlock")
    if word == "captive":
        anubis = has_ability(now, "anubis")
        words = "Captives are taken when warriors die in a battle." if anubis else "Only Anubis takes captives."
        return Reason(t(words), "anubis")
    return from_the_pool(now, rest) if word == "figures" else on_the_map(now, rest)


# An action's name -> what is said where it can be chosen now, and where it cannot
FIRST = {
    "move": ("First choose Move figures, then the figure.", "Figures move by the action Move figures."),
    "summon": (
        "First choose Summon figure, then the figure.",
        "Figures come onto the map by the action Summon figure.",
    ),
    "unlock": ("First choose Unlock ankh power, then the power.", "Powers come by the action Unlock ankh power."),
}


def by_action(now: Now, action: str) -> Reason:
    """AK-29, AK-34: a thing that is chosen within an action."""
    if now.view["question"] == "second_action" and action not in now.legal:
        sentence, section = WANTED["second_action", "action"]
        return Reason(now.t(sentence), section)
    return Reason(now.t(FIRST[action][action not in now.legal]), action)


def from_the_pool(now: Now, kind: str) -> Reason | None:
    """AK-46, AK-140: figures before the god."""
    sheet = now.view["gods"][own_god(now)]
    if kind == "ransom":
        words = "You free a captive when you summon. It costs a follower."
        return Reason(now.t(words), "anubis") if sheet["held_by_anubis"] else why_not_pool(now, kind)
    left = sheet["warriors"] if kind == "warrior" else sheet["guardians"].get(kind, 0)
    if not left:
        return why_not_pool(now, kind)
    summoning = SECTIONS[now.view["question"]] == "summon"
    return None if summoning else by_action(now, "summon")


def on_the_map(now: Now, text: str) -> Reason | None:
    """What stands on a hex while no hex is asked for."""
    t, h, question = now.t, hex_at(now, text), now.view["question"]
    if question == "camel":
        return Reason(t("Camels are laid between two hexes."), "caravan")
    if h["figure"]:
        return by_action(now, "move") if h["figure"]["god"] == own_god(now) else why_not_figure(now, text)
    if h["monument"]:
        own = h["monument"]["god"] == own_god(now)
        words = "You already control it." if own else "Monuments are taken when Control Monument comes."
        return Reason(t(words), "control")
    if h["terrain"] == "water":
        return occupied(now, h)
    if question == "summon_figure":
        return Reason(t("First choose the figure, then its hex."), "summon")
    acting = question in ("first_action", "second_action")
    return Reason(t("First choose Move figures or Summon figure, then the hex."), "turn") if acting else None


REASONS: dict[tuple[str, str], Callable[[Now, str], Reason | None]] = {
    ("move_figure", "figure"): why_not_figure,
    ("move_to", "to"): why_not_there,
    ("slot", "pyramid"): why_not_pyramid,
    ("summon_hex", "to"): why_not_summoned,
    ("monument", "control"): why_not_control,
    ("summon_figure", "figures"): why_not_pool,
    ("power", "power"): why_not_power,
    ("card", "card"): why_not_card,
}
