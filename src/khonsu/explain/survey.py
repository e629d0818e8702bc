"""Whether everything on the drawn tables is explained, and every click that leads nowhere, in random matches."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from khonsu.errors import BadOption
from khonsu.explain import notation, things, why_not
from khonsu.games import game, games
from khonsu.kernel.about import OptionValue
from khonsu.match import Match
from khonsu.rulebook import rulebook
from khonsu.text import LANGUAGES

CLICKS = 30  # in one drawing
MOST = 30  # drawings of one match
WATCHED = 0.1  # the share of drawings that are seen with a spectator's eyes
VARIED = 0.5  # the share of matches with other options than the usual ones
WAITS = "waits"  # the answer to a click that says only that another question comes first
SILENT = {"defs", "style", "title", "desc", "symbol", "pattern", "metadata"}


class Survey(NamedTuple):
    """What was found in the drawings and clicks of one game."""

    game: str
    drawings: int
    things: int  # that count, in all drawings
    unexplained: dict[str, int]  # what is not explained -> how often
    clicks: int  # on things that could not be chosen
    waiting: int  # of these, answered by no more than that another question comes first
    unanswered: dict[str, int]  # clicks without a reason, or with one although it could be chosen -> how often


def survey(
    name: str,
    clicks: int = 10_000,
    seed: int = 1,
    advance: Callable[[int], None] = lambda _: None,
    **options: OptionValue,
) -> Survey:
    """Play random matches with every number of players to their end, look at some drawings, and click at random.

    Without `options`, half of the matches have random ones.
    """
    chance = random.Random(seed)
    found = Survey(name, 0, 0, {}, 0, 0, {})
    players = games()[name].players
    share = min(MOST, max(1, round(clicks / len(players) / CLICKS)))  # drawings of one match
    while found.clicks < clicks:
        for number in players:
            match = played(begun(name, number, chance, options), chance)
            chosen = set(chance.sample(range(len(match.steps) + 1), min(share, len(match.steps) + 1)))
            for place, earlier in enumerate(match.replay()):
                if place in chosen:
                    before, found = found.clicks, look(earlier, found, chance)
                    advance(found.clicks - before)
    return found


def begun(name: str, players: int, chance: random.Random, options: dict[str, OptionValue]) -> Match:
    """A new match, with the options given or, at times, with random ones."""
    seed, given = chance.randrange(1 << 30), options
    if not options and chance.random() < VARIED:
        given = {one.name: chance.choice(one.values) for one in games()[name].options if one.values}
    try:
        return game(name).match(players=players, seed=seed, **given)
    except BadOption:  # a scenario for other numbers of players
        return game(name).match(players=players, seed=seed, **options)


def played(match: Match, chance: random.Random) -> Match:
    """The match after random steps to its end."""
    while not match.over:
        seat = chance.choice(match.deciders)
        match.play(chance.choice(match.legal_ids(seat)), seat)
    return match


def look(match: Match, found: Survey, chance: random.Random) -> Survey:
    """One drawing: what is in it, and a click on some of its things."""
    watched = chance.random() < WATCHED
    seat = -1 if watched else chance.choice(match.deciders or range(match.players))
    language, narrow = chance.choice(LANGUAGES), chance.random() < 0.5
    root = ElementTree.fromstring(match.svg(seat, language, narrow))
    known, things_seen = things(match.game.name), 0
    for element, key in counting(root):
        things_seen += 1
        if key not in known and key.split("-")[0] not in known:  # a warrior-2 is a warrior
            called = f"{kind(element)} {key or outline(element)}"
            found.unexplained[called] = found.unexplained.get(called, 0) + 1
    clicked = [] if watched else list(clickable(match, seat, root, chance))  # who only watches is told what a thing is
    answers = [judged(match, seat, thing) for thing in chance.sample(clicked, min(CLICKS, len(clicked)))]
    for problem in answers:
        if problem and problem != WAITS:
            found.unanswered[problem] = found.unanswered.get(problem, 0) + 1
    return found._replace(
        drawings=found.drawings + 1,
        things=found.things + things_seen,
        clicks=found.clicks + len(answers) - answers.count(None),
        waiting=found.waiting + answers.count(WAITS),
    )


def judged(match: Match, seat: int, thing: str) -> str | None:
    """What is wrong with the answer to a click, "" or `WAITS` if nothing; None where the thing can be chosen."""
    t = match.game.texts("en")
    meant = notation(match, seat, thing)
    legal = meant in {step.text for step in match.legal(seat)} if seat in match.deciders else False
    reason = why_not(match, seat, thing, t)
    where = f"{match.view(seat).get('asked')} {meant}"
    if legal:
        return f"{where}: legal, yet {reason.sentence}" if reason else None
    if reason is None:
        return f"{where}: no reason"
    if reason.section not in rulebook(match.game.name, "en").anchors:
        return f"{where}: no section {reason.section}"
    return WAITS if reason.waits else ""


def clickable(match: Match, seat: int, root: Element, chance: random.Random) -> Iterator[str]:
    """Everything in a drawing that could be chosen at some time, and some places on its grounds."""
    view = match.view(seat)
    for element in root.iter():
        named = [element.get("id", ""), *(places(element, chance) if "data-ground" in element.attrib else ())]
        yield from (thing for thing in named if thing and notation(match, seat, thing, view))


def places(ground: Element, chance: random.Random) -> Iterator[str]:
    """Random places on a ground: its name, and how far from its origin, in its own measure."""
    name, *origin, side = ground.get("data-ground", "").split()
    box = ground if kind(ground) == "rect" else next(each for each in ground if kind(each) == "rect")
    for _ in range(8):
        across, down = (
            (float(box.get(axis, 0)) + chance.random() * float(box.get(size, 0)) - float(zero)) / float(side)
            for axis, size, zero in zip(("x", "y"), ("width", "height"), origin)
        )
        yield f"{name} {across:.2f} {down:.2f}"


def counting(root: Element) -> Iterator[tuple[Element, str]]:
    """Every element that counts (words, numbers, pieces, what can be chosen) with the key that explains it."""
    waiting = [(root, "")]
    while waiting:
        element, key = waiting.pop()
        if kind(element) in SILENT:
            continue
        key = element.get("data-about") or element.get("data-piece") or key
        if element is not root and counts(element):
            yield element, key
        waiting.extend((child, key) for child in element)


def counts(element: Element) -> bool:
    """Whether somebody may ask what it is."""
    if kind(element) == "text":
        return bool("".join(element.itertext()).strip())
    named = any(kind(child) == "title" for child in element)
    return named or kind(element) == "use" or "data-step" in element.attrib or "data-piece" in element.attrib


def kind(element: Element) -> str:
    """The name of an element."""
    return str(element.tag).rpartition("}")[2]


def outline(element: Element) -> str:
    """An element without what differs from table to table."""
    text = " ".join(f'{name}="{element.get(name)}"' for name in ("id", "class", "href") if element.get(name))
    return re.sub(r"\d+", "0", text) or "".join(element.itertext()).strip()[:40]
