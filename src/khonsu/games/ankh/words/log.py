"""The log of Ankh: one sentence for an event, with its cause."""

from __future__ import annotations

from khonsu.games.ankh.rules import state as st
from khonsu.games.ankh.words import terms
from khonsu.games.ankh.words.notices import ROMAN
from khonsu.games.ankh.words.steps import facing_text, hex_text, side_text
from khonsu.kernel.game import Event
from khonsu.text import Text

WHY_DEVOTION = {
    st.BY_MAJORITIES: "the majorities",
    st.BY_DOMINANCE: "dominating the region",
    st.BY_WINNING: "the victory",
    st.BY_MAGNANIMOUS: "Magnanimous",
    st.BY_MIRACLE: "Miracle",
    st.BY_WORSHIPFUL: "Worshipful",
}
WHY_GAINED = {st.BY_OMNIPRESENT: "Omnipresent", st.BY_COMMANDING: "Commanding", st.BY_FLOOD: "Flood"}
WHY_PAID = {
    st.BY_UNLOCK: "an ankh power",
    st.BY_RANSOM: "a captive",
    st.BY_BUILD: "Build Monument",
    st.BY_OFFERING: "the offering",
    st.BY_WORSHIPFUL: "Worshipful",
}
WHY_DESTROYED = {
    st.BY_SCORPION: "A Giant Scorpion destroys the {monument} on {hex}.",
    st.BY_MERGE: "The {monument} on {hex} falls with the merge.",
    st.BY_FORGETTING: "The {monument} on {hex} falls with its forgotten god.",
}
NOTHING = {
    st.POWER: "{god} unlocks nothing.",
    st.MONUMENT: "{god} has no monument to take control of.",
    st.CAMEL: "No region can be split.",
}
OVER = (
    "{god} reaches the top of the devotion track and wins.",
    "{god} wins: all the other gods are forgotten.",
    "The last Conflict is over: {god} has the most devotion and wins.",
    "All gods are forgotten: everybody loses.",
)


def god(number: int, t: Text) -> str:
    """The name of a god."""
    return t.term(terms.GODS[number]) if number >= 0 else ""


def figure(number: int, t: Text) -> str:
    """The name of a kind of figure."""
    return t.term(terms.FIGURES[number])


def monument(number: int, t: Text) -> str:
    """The name of a kind of monument."""
    return t.term(terms.MONUMENTS[number])


def directions(facing: int, t: Text) -> str:
    """North and north-east, in words of the language."""
    words = {"n": "north", "ne": "north-east", "se": "south-east", "s": "south", "sw": "south-west", "nw": "north-west"}
    return t.items([t.term(words[word]) for word in facing_text(facing).split()])


def tell(event: Event, names: list[str], t: Text) -> str:
    """A sentence of the log, "" for what needs none."""
    for chapter in (tell_course, tell_figures, tell_monuments, tell_battle, tell_devotion, tell_leaving):
        sentence = chapter(event, names, t)
        if sentence:
            return sentence
    return ""  # automatic answers and facings are told by what they bring about


def tell_course(event: Event, names: list[str], t: Text) -> str:
    """Turns, actions and events."""
    a, b, who = event.a, event.b, god(event.f, t)
    if event.kind == st.TURN:
        return t("Turn {turn}: {name} plays {god}.", turn=a, name=names[b], god=who)
    if event.kind == st.ACTION:
        action = t.term(terms.ACTIONS[a])
        return t("{god} chooses {action}.", god=who, action=action)
    if event.kind == st.EVENT:
        return t("{god} triggers an event: {event}.", event=t.term(terms.EVENTS[b]), god=who)
    if event.kind == st.NOTHING:
        return t(NOTHING[a], god=who)
    if event.kind == st.UNLOCKED:
        return t("{god} unlocks {power}.", god=who, power=t.term(terms.POWERS[a]))
    if event.kind == st.GUARDIAN:
        return t("{god} gains a guardian: {figure}.", god=who, figure=figure(a, t))
    if event.kind == st.FOLLOWERS:
        return tell_followers(event, who, t)
    if event.kind == st.OVER:
        return t(OVER[a], god=who)
    return ""


def tell_followers(event: Event, who: str, t: Text) -> str:
    """Followers that come or go, and why."""
    n, places = abs(event.a), {"god": who, "total": event.b}
    if event.a < 0:
        why = t(WHY_PAID[event.c])
        words = (
            "{god} pays {n} follower for {why} and has {total}.",
            "{god} pays {n} followers for {why} and has {total}.",
        )
        return t.count(*words, n, why=why, **places)
    if n == 0:
        return t("{god} gains no followers.", god=who)
    if event.c == st.BY_JOINING:
        return t("{god} takes the follower that waits beside the event and has {total}.", **places)
    words = "{god} gains {n} follower and has {total}.", "{god} gains {n} followers and has {total}."
    if event.c == st.BY_MERGE:
        words = (
            "{god} takes over {n} follower of the lower god and has {total}.",
            "{god} takes over {n} followers of the lower god and has {total}.",
        )
    if event.c in WHY_GAINED:
        places["why"] = t.term(WHY_GAINED[event.c])
        words = (
            "{god} gains {n} follower with {why} and has {total}.",
            "{god} gains {n} followers with {why} and has {total}.",
        )
    return t.count(*words, n, **places)


def tell_figures(event: Event, names: list[str], t: Text) -> str:
    """Figures that move or come into play."""
    a, b, who = event.a, event.b, god(event.f, t)
    if event.kind == st.MOVED:
        places = {"start": hex_text(b), "goal": hex_text(event.c)}
        return t("{god} moves a figure from {start} to {goal}: {figure}.", god=who, figure=figure(a, t), **places)
    if event.kind == st.PUSHED:
        where = hex_text(event.c)
        return t("{god}'s {figure} is pushed to {hex}.", god=who, figure=figure(a, t), hex=where)
    if event.kind == st.TURNED:
        return t("The Giant Scorpion on {hex} points to {directions}.", hex=hex_text(a), directions=directions(b, t))
    if event.kind == st.SUMMONED:
        return t("{god} summons on {hex}: {figure}.", god=who, figure=figure(a, t), hex=hex_text(b))
    if event.kind == st.RANSOMED:
        return t("{god} ransoms a warrior from {other}.", god=who, other=god(a, t))
    if event.kind == st.RADIANT:
        return t("The figure on {hex} carries a Sun.", hex=hex_text(a))
    if event.kind == st.UNDERWORLD_TILE:
        return t("{god} lays an Underworld tile on {hex}.", god=who, hex=hex_text(a))
    return ""


def tell_monuments(event: Event, names: list[str], t: Text) -> str:
    """Monuments and borders."""
    a, b, who = event.a, event.b, god(event.f, t)
    if event.kind == st.CONTROLLED:
        sentence = "{god} takes control of the {monument} on {hex}."
        if event.c >= 0:
            sentence = "{god} takes the {monument} on {hex} from {other}."
        return t(sentence, god=who, monument=monument(a, t), hex=hex_text(b), other=god(event.c, t))
    if event.kind == st.DESTROYED:
        return t(WHY_DESTROYED[event.c], monument=monument(a, t), hex=hex_text(b))
    if event.kind == st.BUILT:
        return t("{god} builds on {hex}: {monument}.", god=who, monument=monument(a, t), hex=hex_text(b))
    if event.kind == st.CAMEL_PLACED:
        return t("A camel between {side}.", side=side_text(a).replace("-", " | "))
    if event.kind == st.DIVIDED:
        numbers = {"token": a, "land": b, "new": event.c, "rest": event.d}
        sentence = "The camels split region {token}: it keeps {land} land hexes, the other {rest} are now region {new}."
        return t(sentence, **numbers)
    if event.kind == st.EXCHANGED:
        return t("{god} exchanges order tokens {one} and {other}.", god=who, one=a, other=b)
    if event.kind == st.JOINED:
        return t("{god} joins regions {one} and {other}.", god=who, one=a, other=b)
    if event.kind == st.TOKEN_GONE:
        return t("Order token {token} leaves the game.", token=a)
    if event.kind == st.TOKEN_MOVED:
        return t("Order token {token} moves there.", token=a)
    return ""


def tell_battle(event: Event, names: list[str], t: Text) -> str:
    """A Conflict and its battles."""
    a, b, who = event.a, event.b, god(event.f, t)
    if event.kind == st.CONFLICT:
        return t("Conflict {n} begins. {god} holds the tie-breaker.", n=ROMAN[a], god=who)
    if event.kind == st.DOMINANCE:
        return t("{god} dominates region {token}.", token=a, god=who)
    if event.kind == st.BATTLE:
        gods = t.items([god(number, t) for number in range(5) if b >> number & 1])
        return t("Region {token}: battle between {gods}.", token=a, gods=gods)
    if event.kind == st.ANNOUNCED:
        return t("{god} will play two cards.", god=who)
    if event.kind == st.COMMITTED:
        return t("{name} has chosen in secret.", name=names[event.seat])
    if event.kind == st.PLAYED:
        return t("{god} reveals {card}.", god=who, card=t.term(terms.CARDS[a]))
    if event.kind == st.OFFERED:
        words = "{god} offers {n} follower.", "{god} offers {n} followers."
        return t.count(*words, a, god=who) if a else t("{god} offers nothing.", god=who)
    if event.kind == st.SPARED:
        return t("The locusts spare {god}.", god=who) if who else t("The locusts spare nobody.")
    if event.kind == st.STRENGTH:
        return tell_strength(event, who, t)
    if event.kind == st.WON:
        numbers = {"token": a, "n": b, "second": event.c}
        if event.d:
            return t("{god} wins region {token} by the tie-breaker, {n} to {second}.", god=who, **numbers)
        return t("{god} wins region {token}, {n} to {second}.", god=who, **numbers)
    if event.kind == st.TIED:
        return t("Region {token} is tied at {n}: everybody loses.", token=a, n=b)
    if event.kind == st.CARDS_BACK:
        return t.count("{god} takes {n} used card back.", "{god} takes {n} used cards back.", a, god=who)
    return ""


def tell_strength(event: Event, who: str, t: Text) -> str:
    """Strength and where it comes from."""
    places = {"god": who, "n": event.a}
    parts = [(word, n) for word, n in (("figures", event.b), ("temples", event.c), ("cards", event.d)) if n]
    if not parts:
        return t("{god} fights with strength {n}.", **places)
    if len(parts) == 1:
        return t("{god} fights with strength {n}, all from {part}.", part=t(parts[0][0]), **places)
    several = t.items([t("{n} from {part}", n=n, part=t(word)) for word, n in parts])
    return t("{god} fights with strength {n}: {parts}.", parts=several, **places)


def tell_devotion(event: Event, names: list[str], t: Text) -> str:
    """Devotion gained with all its causes, or lost."""
    a, b, who = event.a, event.b, god(event.f, t)
    if event.kind == st.LOST:
        return t("{god} loses 1 devotion to a Cat-Mummy and has {space}.", god=who, space=b)
    if event.kind != st.GAINED:
        return ""
    radiant, bountiful, dry = event.e & 1, event.e >> 1 & 1, event.d
    places = {"god": who, "n": a, "space": b}
    parts = [(t(WHY_DEVOTION[event.c]), max(a - radiant - bountiful - dry, 0))]
    parts += [(t.term(word), n) for word, n in (("Drought", dry), ("Radiant", radiant), ("Bountiful", bountiful)) if n]
    if len(parts) == 1:
        return t("{god} gains {n} devotion for {why} and has {space}.", why=parts[0][0], **places)
    several = t.items([t("{n} for {why}", n=n, why=why) for why, n in parts])
    return t("{god} gains {n} devotion ({parts}) and has {space}.", parts=several, **places)


def tell_leaving(event: Event, names: list[str], t: Text) -> str:
    """Deaths, captives, merges and forgotten gods."""
    a, b, who = event.a, event.b, god(event.f, t)
    if event.kind == st.DIED:
        return t("{god}'s {figure} on {hex} dies.", god=who, figure=figure(a, t), hex=hex_text(b))
    if event.kind == st.KEPT:
        why = "Isis protects {god}'s {figure} on {hex}." if event.c else "Flood saves {god}'s {figure} on {hex}."
        return t(why, god=who, figure=figure(a, t), hex=hex_text(b))
    if event.kind == st.CAPTURED:
        return t("{god} takes a warrior of {other} captive.", god=who, other=god(a, t))
    if event.kind == st.MERGED:
        return t("{god} and {other} merge; {other} is the lower god.", god=who, other=god(a, t))
    if event.kind == st.TO_CARD:
        return t("A guardian returns to its card: {figure}.", figure=figure(a, t))
    if event.kind == st.FORGOTTEN:
        return t("{god} is forgotten.", god=who)
    return ""
