"""Ten questions: each has one right answer, which the rules give again in another way; the same seed asks the same."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

import khonsu
from khonsu.authors.questions import Subject
from khonsu.cli import main
from khonsu.games.ankh.rules import pieces as ankh
from khonsu.games.ankh.rules import state as ast
from khonsu.games.ankh.view.battle import adjacent, strength_parts
from khonsu.games.ankh.view.state import plain
from khonsu.games.ankh.words.terms import GODS
from khonsu.games.ankhor.rules import pieces as ankhor
from khonsu.games.ankhor.rules import state as ankhor_state
from khonsu.games.horus.rules import pieces as horus
from khonsu.games.horus.view.ground import Ground, control
from khonsu.games.horus.words.steps import operands
from khonsu.kernel.game import Event
from khonsu.lessons.quiz import COUNT, QuizQuestion, has_quiz, kinds, played, question
from khonsu.rulebook import rulebook

GAMES = [name for name in khonsu.games() if has_quiz(name)]
SEEDS = range(4)


def asked(game: str) -> list[QuizQuestion]:
    return [question(game, seed, number, "en") for seed in SEEDS for number in range(COUNT)]


def test_every_game_has_questions():
    assert list(GAMES) == list(khonsu.games())


@pytest.mark.parametrize("game", GAMES)
def test_one_right_answer_and_a_reason(game):
    found = asked(game)
    anchors = {language: rulebook(game, language).anchors for language in ("en", "es", "fr")}
    for one in found:
        assert 3 <= len(one.answers) <= 4
        assert len(set(one.answers)) == len(one.answers), one.asked
        assert one.answers[one.right] == one.asked.answers[0]
        assert one.asked.why
        assert "marked" not in one.asked.text  # nothing is, in a terminal
        assert all(one.asked.section in known for known in anchors.values())
        assert not one.asked.places or len(one.asked.places) == len(one.answers)
    assert {one.kind for one in found} == set(kinds(game))
    places = Counter(one.right for one in found)
    assert max(places.values()) < len(found) / 2  # the right one may stand anywhere


@pytest.mark.parametrize("game", GAMES)
def test_no_quiz_twice_but_from_the_same_seed(game):
    question.cache_clear()
    first = [question(game, 3, number, "en").asked for number in range(COUNT)]
    question.cache_clear()
    assert [question(game, 3, number, "en").asked for number in range(COUNT)] == first
    assert [question(game, 4, number, "en").asked for number in range(COUNT)] != first
    for number in range(COUNT):
        english, french = (question(game, 3, number, language) for language in ("en", "fr"))
        assert english.order == french.order
        assert english.position.save() == french.position.save()
        assert english.asked.text != french.asked.text


@pytest.mark.parametrize("game", GAMES)
def test_what_is_marked_is_in_the_drawing(game):
    for number in range(COUNT):
        one = question(game, 1, number, "es")
        about, places = one.marked()
        for narrow in (False, True):
            picture = one.picture("es", narrow)
            for selector in (*about, *places):
                assert selector.strip("[]") in picture, (one.kind, selector)


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_say_the_same_in_another_way(game):
    seen = Counter()
    for one in asked(game):
        again = AGAIN[game, one.kind](one)
        if again is not None:
            answer = one.asked.answers[0]
            assert answer in (again, str(again)), (one.kind, one.asked, again)
            seen[one.kind] += 1
    assert set(seen) == set(kinds(game))


def named(one: QuizQuestion) -> list[str]:
    return ["You" if seat == one.seat else name for seat, name in enumerate(one.names)]


# -- Ankh'or -----------------------------------------------------------------------------------------------------------


def affordable(one: QuizQuestion) -> str | None:
    """Exactly one of the four can be paid, at full price or with one resource saved above."""
    view = one.position.view(one.seat)
    domain = view["domains"][one.seat]
    have = Counter({colour: n for colour, n in domain["hand"].items() if colour != "ankh"})
    have.update(tile["colour"] for tile in domain["tiles"] if tile["token"] and not tile["covered"])
    roofs = {colour for square in squares(domain["tiles"]) for colour in square}
    can = []
    for label, place in zip(one.asked.answers, one.asked.places):
        slot = view["slots"][int(place.split("-")[1]) - 1]
        lacking = (Counter(slot["price"]) - have).total()
        if lacking == 0 or (lacking == 1 and slot["tile"]["colour"] in roofs):
            can.append(label)
    assert len(can) == 1
    return can[0]


def test_a_purchase_without_any_choice_is_found():
    """AO-33: one tile, one place and one resource to save are played by themselves; the question names that tile."""
    one = question("ankhor", 73323991622223, 1, "en")
    assert one.kind == "buy"
    after = one.position.copy()
    after.play(one.seat, ankhor_state.BUY)
    assert after.reading.tiles[one.seat] == one.position.reading.tiles[one.seat] + 1  # the case in question
    assert one.asked.answers[0] == affordable(one)


def squares(tiles: list[dict]) -> list[list[str]]:
    ground = {(tile["x"], tile["y"]): tile["colour"] for tile in tiles if not tile["level"]}
    upper = {(tile["x"], tile["y"]) for tile in tiles if tile["level"]}
    found = []
    for x, y in ground:
        square = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)]
        if (x, y) not in upper and all(place in ground for place in square):
            found.append([ground[place] for place in square])
    return found


def beside(one: dict, other: dict) -> bool:
    dx, dy = other["x"] - one["x"], other["y"] - one["y"]
    if one["level"] == other["level"]:
        return abs(dx) + abs(dy) == 1
    return (dx in (0, 1) and dy in (0, 1)) if one["level"] else beside(other, one)


def layout_points(tiles: list[dict]) -> int:
    """Groups counted from the view alone."""
    points = 2 * sum(tile["kind"] == "two" for tile in tiles)
    families = [("colour", colour) for colour in ankhor.COLOURS] + [("kind", k) for k in ankhor.KINDS[:3]]
    for what, which in families:
        left = [tile for tile in tiles if tile[what] == which]
        while left:
            group, fresh = [], [left.pop()]
            while fresh:
                tile = fresh.pop()
                group.append(tile)
                near = [other for other in left if beside(tile, other)]
                left = [other for other in left if other not in near]
                fresh += near
            points += (len(group) if len(group) > 1 else 0) + (3 if len(group) > 4 else 0)
    return points


def laid(one: QuizQuestion) -> int:
    view = one.position.view(one.seat)
    tiles = view["domains"][one.seat]["tiles"]
    (cell,) = one.asked.about
    x, y = (int(part) for part in cell.strip("()[]").split(","))
    level = int(cell.startswith("["))
    new = {**view["slots"][view["chosen"]["slot"] - 1]["tile"], "x": x, "y": y, "level": level}
    return layout_points([*tiles, new]) - layout_points(tiles)


def level_winner(one: QuizQuestion) -> str:
    view = one.position.view(-1)
    fewest = view["options"]["tiebreak_tokens"] == "fewest"

    def rank(seat: int, fewest: bool = fewest) -> tuple:
        domain = view["domains"][seat]
        assert domain["hand"]["ankh"] <= 2
        assert sum(domain["hand"].values()) - domain["hand"]["ankh"] <= 5  # AO-69: as at the end of a turn
        tokens = sum(domain["hand"].values()) + sum(tile["token"] for tile in domain["tiles"])
        return (-domain["score"]["total"], len(domain["tiles"]), tokens if fewest else -tokens)

    order = sorted(range(view["players"]), key=rank)
    best = [
        [seat for seat in order if rank(seat, few) == min(rank(other, few) for other in order)] for few in (True, False)
    ]
    assert ("edition" in one.asked.text) == (best[0] != best[1])  # AO-103: named where the result depends on it
    return "They share the victory." if rank(order[0]) == rank(order[1]) else named(one)[order[0]]


def colour_below(one: QuizQuestion) -> str:
    numbers = [int(mark.split("-")[-1]) for mark in one.asked.about]
    tiles = one.position.view(one.seat)["domains"][one.seat]["tiles"]
    below = {tiles[number]["colour"] for number in numbers}
    (found,) = [answer for answer in one.asked.answers if answer in below]
    return found


# -- Horus -------------------------------------------------------------------------------------------------------------


def fitting_region(one: QuizQuestion) -> str:
    view = one.position.view(one.seat)
    sizes = horus.FACES[operands(one.position.reading)[0]][1]
    can = []
    for label, place in zip(one.asked.answers, one.asked.places):
        region = view["regions"][view["tiles"][int(place.split("-")[1])]["region"]]
        if region["size"] in sizes and region["room"]:
            can.append(label)
    assert len(can) == 1
    return can[0]


def after_tile(one: QuizQuestion) -> dict:
    s = one.position.reading
    x, y = (int(part) for part in one.asked.about[0].split()[1].split(","))
    return Ground(s, operands(s)[0]).after(x, y)


def joint(names: list[str]) -> str:
    return khonsu.game("horus").texts("en").items(names) + " together"


def controls(one: QuizQuestion) -> str:
    scores = after_tile(one)["scores"]
    others = [one.names[seat] for seat in scores if seat != one.seat]
    return named(one)[scores[0]] if len(scores) == 1 else joint([*others, *["you"] * (one.seat in scores)])


def test_a_marker_that_follows_by_itself_is_no_part_of_the_question():
    """HO-51: where a single region fits the card, its marker comes with the tile; the answer must not count it."""
    texts, seen = khonsu.game("horus").texts("en"), Counter()
    for position in [position for seed in (2, 3) for position in played("horus", seed) if position.deciders]:
        seat = position.deciders[0]
        names = [f"seat {other}" for other in range(position.players)]
        said = ["You" if other == seat else name for other, name in enumerate(names)]
        for kind in ("join", "worth", "control"):
            posed = kinds("horus")[kind](Subject(position, seat, said, texts, Random(7)))
            if posed is not None:
                one = QuizQuestion(position, seat, names, kind, posed, tuple(range(len(posed.answers))))
                assert posed.answers[0] == str(AGAIN["horus", kind](one)), posed
                seen[kind] += 1
    assert min(seen.values()) > 5


def marker_points(one: QuizQuestion) -> int:
    view = one.position.view(one.seat)
    region = view["regions"][view["tiles"][int(one.asked.about[0].split("-")[1])]["region"]]
    held = [n + (seat == one.seat) for seat, n in enumerate(region["markers"])]
    return region["value"] * ((one.seat in control(held)) - (one.seat in region["scores"]))


# -- Ankh --------------------------------------------------------------------------------------------------------------


def strongest(one: QuizQuestion) -> str:
    s = plain(one.position.reading)
    cards = {card: ankh.CARDS[i] for i, card in enumerate(("Flood", "Drought", "Chariots", "", "", "Miracle", ""))}
    strengths = {}
    for god in range(s.players):
        name = GODS[s.who[god]]
        if f"{name} plays" in one.asked.text:
            said = one.asked.text.split(f"{name} plays ")[1]
            card = next((cards[title] for title in cards if title and said.startswith(title)), "maat")
            worth = ankh.CARD_STRENGTH[ankh.CARDS.index(card)]
            strengths[name] = sum(part["n"] for part in strength_parts(s, god)) + worth
    best = [name for name, n in strengths.items() if n == max(strengths.values())]
    return best[0] if len(best) == 1 else "Nobody: it is a tie."


def most_monuments(one: QuizQuestion) -> int | None:
    s = plain(one.position.reading)
    god = next(g for g in range(s.players) if f"marker of {GODS[s.who[g]]} " in one.asked.text)
    if s.powers[god] >> ankh.BOUNTIFUL & 1:
        return None
    there = [h for h in range(ast.HEXES) if s.monument[h] and s.region[h] >> s.c_region & 1 and s.control[h] >= 0]
    count = 0
    for kind in (ankh.OBELISK, ankh.TEMPLE, ankh.PYRAMID):
        held = Counter(s.control[h] for h in there if s.monument[h] == kind)
        count += held[god] > max([n for g, n in held.items() if g != god], default=0)
    return count


def followers_near(one: QuizQuestion) -> int:
    s = plain(one.position.reading)
    god = s.god_of[one.seat]
    near = {h for g in range(ast.HEXES) if s.owner[g] == god for h in adjacent(s, g) if s.monument[h]}
    return sum(s.control[h] in (-1, god) for h in near) + (s.powers[god] >> ankh.REVERED & 1)


def taken(one: QuizQuestion) -> tuple[Event, list[int]]:
    """The action is played to its end: what comes then, and which actions are offered as the second one."""
    action = one.asked.about[0].removeprefix("track-")
    after, seat, told, offered = one.position.copy(), one.seat, [], []
    step = ast.ACTION_0 + ankh.ACTIONS.index(action)
    while len(told) < 2 and after.deciders:
        after.play(seat, step)
        told += [event for event in after.events(-1) if event.kind in (ast.ACTION, ast.EVENT, ast.TURN)]
        seat = after.deciders[0]
        if after.reading.pending[after.reading.depth - 1, 0] == ast.SECOND_ACTION:
            offered = [step - ast.ACTION_0 for step in after.legal(seat)]
        step = after.legal(seat)[-1]
    return told[1], offered


def lower_tracks(one: QuizQuestion) -> str:
    comes, offered = taken(one)
    if comes.kind != ast.ACTION:
        return "Nothing: your turn ends with the first one."
    names = ("Move figures", "Summon figure", "Gain followers", "Unlock ankh power")
    return khonsu.game("ankh").texts("en").either([names[track] for track in offered or [comes.a]])


def triggers(one: QuizQuestion) -> str | None:
    """The action is played to its end: an event comes before another action, or it does not."""
    action, before = one.asked.about[0].removeprefix("track-"), one.position.view(one.seat)
    if taken(one)[0].kind == ast.EVENT:
        titles = {"control": "Control Monument", "caravan": "Camel Caravan", "conflict": "Conflict"}
        titles |= {"conflict+merge": "Conflict"} if before["players"] == 2 else {}
        kind = before["events"][before["event"]]
        return f"Yes: {titles[kind]}." if kind in titles else None
    left = before["tracks"][action]["event_at"] - before["tracks"][action]["at"] - 1
    return f"No: {left} more {'push is' if left == 1 else 'pushes are'} needed after this one."


def price_of_power(one: QuizQuestion) -> str:
    sheet = one.position.view(one.seat)["gods"][one.position.view(one.seat)["seats"][one.seat]]
    level = len(sheet["powers"]) // 2 + 1
    return str(level) if sheet["followers"] >= level else "None: you have too few followers to unlock one."


AGAIN = {
    ("ankhor", "buy"): affordable,
    ("ankhor", "gain"): laid,
    ("ankhor", "give back"): lambda one: max(0, sum(one.position.reading.hand[one.seat][:5]) + 3 - 5),
    ("ankhor", "upper"): colour_below,
    ("ankhor", "winner"): level_winner,
    ("horus", "marker"): fitting_region,
    ("horus", "join"): lambda one: after_tile(one)["size"],
    ("horus", "worth"): lambda one: after_tile(one)["value"],
    ("horus", "control"): controls,
    ("horus", "gain"): marker_points,
    ("ankh", "battle"): strongest,
    ("ankh", "majority"): most_monuments,
    ("ankh", "followers"): followers_near,
    ("ankh", "second"): lower_tracks,
    ("ankh", "event"): triggers,
    ("ankh", "unlock"): price_of_power,
}


# -- the command line --------------------------------------------------------------------------------------------------


def test_questions_and_answers_are_printed(capsys):
    assert main(["quiz", "horus", "--seed", "7", "--print", "3"]) == 0
    asked = capsys.readouterr().out
    assert "Seed: 7" in asked
    assert asked.count("  A  ") == 3
    assert asked.count("half a side is 1") == 1  # how the map is read
    assert main(["quiz", "horus", "--seed", "7", "--print", "3", "--answers"]) == 0
    answers = capsys.readouterr().out.splitlines()[1:]
    letters = [question("horus", 7, number, "en").right for number in range(3)]
    assert [line.split()[1] for line in answers] == ["ABCD"[right] for right in letters]


def test_a_quiz_in_the_terminal(capsys, monkeypatch):
    given = iter(["x", *("ABCD"[question("ankhor", 5, number, "fr").right] for number in range(COUNT))])
    monkeypatch.setattr("builtins.input", lambda prompt: next(given))
    assert main(["quiz", "ankhor", "--seed", "5", "--lang", "fr"]) == 0
    assert "10 bonnes réponses sur 10" in capsys.readouterr().out


def test_an_unknown_game_is_one_sentence(capsys):
    assert main(["quiz", "chess"]) == 2
    assert "chess" in capsys.readouterr().err
