"""What is said of a turn is true of the two positions, losses and dangers too; turns are compared by what differs."""

from __future__ import annotations

import random
import re

import pytest

import khonsu
from khonsu.bots.turns import JudgedTurn, Turn, Turns
from khonsu.games import part
from khonsu.games.ankh.rules import pieces as p
from khonsu.games.ankh.words.changes import changes as ankh_changes
from khonsu.games.ankh.words.coach import in_the_red
from khonsu.games.horus.words.changes import changes as horus_changes
from khonsu.games.horus.words.coach import joinable
from khonsu.kernel.position import Position
from khonsu.lessons.quiz import played
from khonsu.lessons.reasons import QUIET, better, reasons, reply, second_best

from .horus.table import Table

NAMES = ["Ana", "Bo", "Chloé", "Diego", "Ela"]
EN = {name: khonsu.game(name).texts("en") for name in khonsu.games()}


def said(changes, before, after, seat=0, game="horus"):
    return {change.text: change.weight for change in changes(before, after, seat, NAMES, EN[game])}


# -- Horus -------------------------------------------------------------------------------------------------------------

APART = "S 0,0 | E 0,-2 0,2 | M 2,0 | H 2,2 4,2 6,2 | M 6,0 8,0"  # two marshes, a tile of hills above the gap
JOIN = f"{APART} | w 2,0 | k 6,0 8,0"
JOINED = f"{APART} | M 4,0 | w 2,0 | k 6,0 8,0"


def test_horus_control_lost_by_joining():
    """The region lives on inside a larger one that somebody else controls."""
    before, after = Table(JOIN), Table(JOINED)
    assert before.region("2,0")["scores"] == [0]
    assert after.region("2,0")["scores"] == [1]
    found = said(horus_changes, before.position, after.position)
    assert found["You lose control of this region: Marsh at (2,0)."] < 0
    assert found["It costs you 1 point."] < 0
    other = said(horus_changes, before.position, after.position, seat=1)
    assert other["It takes this region from Ana: Marsh at (2,0)."] > 0
    assert not any("lose" in text for text in other)


def test_horus_a_region_that_must_be_shared():
    before, after = Table(f"{APART} | w 2,0 | k 6,0"), Table(f"{APART} | M 4,0 | w 2,0 | k 6,0")
    found = said(horus_changes, before.position, after.position)
    assert found["You must share this region: Marsh at (2,0)."] < 0
    assert not any("lose control" in text for text in found)


def test_horus_an_unchanged_position_says_nothing():
    table = Table(JOIN)
    assert said(horus_changes, table.position, table.position.copy()) == {}


@pytest.mark.parametrize("seed", [1, 2])
def test_horus_sentences_are_true_in_matches(seed):
    """Who is said to lose or win a region does, by the view."""
    seen = set()
    positions = played("horus", seed)
    for before, after in zip(positions, positions[6:]):
        view, old = after.view(), before.view()
        for seat in range(before.players):
            for text in said(horus_changes, before, after, seat):
                place = re.search(r"at \((-?\d+),(-?\d+)\)", text)
                region = place and next(
                    r for r in view["regions"] if (r["x"], r["y"]) == tuple(map(int, place.groups()))
                )
                if text.startswith("You lose control"):
                    assert seat not in region["scores"]
                    tiles = {
                        (tile["x"], tile["y"])
                        for tile in view["tiles"]
                        if tile["region"] == view["regions"].index(region)
                    }
                    assert any(seat in one["scores"] for one in old["regions"] if (one["x"], one["y"]) in tiles)
                    seen.add("lost")
                elif "yours alone" in text:
                    assert region["scores"] == [seat]
                    seen.add("alone")
                elif "share" in text:
                    assert seat in region["scores"]
                    assert len(region["scores"]) > 1
                    seen.add("shared")
                elif "costs you" in text:
                    assert after.score(seat) < before.score(seat)
                    seen.add("costs")
    assert {"lost", "alone"} <= seen


def test_horus_join_names_an_own_region_and_another_one():
    found = 0
    for position in played("horus", 3)[::4]:
        view = position.view()
        for seat in range(position.players):
            places = joinable(view, seat)
            if places is None:
                continue
            found += 1
            by_place = {(region["x"], region["y"]): region for region in view["regions"]}
            own, other = by_place[places["x"], places["y"]], by_place[places["a"], places["b"]]
            assert own["kind"] == other["kind"]
            assert seat in own["scores"]
            assert other["scores"]
            assert seat not in other["scores"]
    assert found


# -- Ankh --------------------------------------------------------------------------------------------------------------


def ankh(event=0, **devotion):
    """Two gods at the beginning, with an event that comes next and devotion by seat."""
    position = khonsu.game("ankh").match(players=2, seed=3).position.copy()
    s = position.state
    s.event = event
    for seat, space in devotion.items():
        s.devotion[int(s.god_of[int(seat[-1])])] = space
    return position


def test_ankh_leaving_the_red_is_no_promise():
    """A merge or a loss may pull a god down again: it is safe only if it stays above."""
    red = int(ankh().state.red)
    found = said(ankh_changes, ankh(seat0=red), ankh(seat0=red + 1), game="ankh")
    assert "You leave the red section. If you stay above it, you won't be forgotten." in found
    fallen = said(ankh_changes, ankh(seat0=red + 1), ankh(seat0=red), game="ankh")
    assert fallen["You fall into the red section. Whoever stays there is forgotten later."] < 0
    assert fallen["Devotion: -1."] < 0
    late = p.CALENDAR.index(p.CONFLICT_FORGOTTEN) + 1  # nobody is forgotten any more
    assert not any(
        "red" in text for text in said(ankh_changes, ankh(late, seat0=red), ankh(late, seat0=red + 1), game="ankh")
    )


@pytest.mark.parametrize("short", [1, 5])
def test_ankh_danger_before_the_conflict_that_decides(short):
    red = int(ankh().state.red)
    devotion = red + 1 - short
    near, far = p.CALENDAR.index(p.CONFLICT_MERGE) + 1, p.CALENDAR.index(p.CONFLICT_MERGE)
    danger = f"Devotion you lack to leave the red section: {short}. After Conflict IV it is too late."
    assert said(ankh_changes, ankh(near, seat0=devotion), ankh(near, seat0=devotion), game="ankh")[danger] < 0
    assert danger not in said(ankh_changes, ankh(far, seat0=devotion), ankh(far, seat0=devotion), game="ankh")
    during = ankh(p.CALENDAR.index(p.CONFLICT_FORGOTTEN) + 1, seat0=devotion)
    during.state.in_conflict = 1
    assert danger in said(ankh_changes, ankh(near, seat0=devotion), during, game="ankh")


def test_ankh_names_the_conflict_of_a_scenario_with_events_of_its_own():
    """Gods may be forgotten after another Conflict than the fourth; the coach names the same one."""
    position = ankh(p.CALENDAR.index(p.CONFLICT) + 1, seat0=0)
    s = position.state
    s.calendar[list(s.calendar[: s.n_calendar]).index(p.CONFLICT, s.event)] = p.CONFLICT_FORGOTTEN
    found = said(ankh_changes, position, position, game="ankh")
    assert any(text.endswith("After Conflict II it is too late.") for text in found)
    assert in_the_red(position.view(0), 0)["conflict"] == "II"


def test_ankh_forgotten():
    after = ankh()
    after.state.god_of[0] = -1
    assert list(said(ankh_changes, ankh(), after, game="ankh")) == ["Your god is forgotten: you are out of the game."]


def test_ankh_losses_are_true_in_matches():
    """Monuments, majorities and figures, counted in the view."""
    seen = set()
    matches = [played("ankh", seed) for seed in (1, 2, 3, 4)]
    for before, after in [pair for positions in matches for pair in list(zip(positions, positions[8:]))[::3]]:
        old, new = before.view(), after.view()
        for seat in range(before.players):
            god = old["seats"][seat]
            if god is None or new["seats"][seat] != god:
                continue
            for text in said(ankh_changes, before, after, seat, "ankh"):
                seen |= true_of(text, god, old, new)
    assert seen == {"monument", "figures", "majority"}


def true_of(text, god, old, new):
    """Checks a sentence about a loss; its kind."""
    count = [
        sum(bool(place["monument"]) and place["monument"]["god"] == god for place in view["hexes"])
        for view in (old, new)
    ]
    if lost := re.match(r"You lose control of (\d+) monument", text):
        assert count[0] - count[1] == int(lost[1])
        return {"monument"}
    if lost := re.match(r"You no longer have the most figures in region (\d+)", text):
        assert most_figures(old, int(lost[1])) == {god}
        assert most_figures(new, int(lost[1])) != {god}
        return {"figures"}
    if lost := re.match(r"You lose the majority in region (\d+): (\w+)", text):
        assert majority(old, int(lost[1]), lost[2].lower(), god)
        assert not majority(new, int(lost[1]), lost[2].lower(), god)
        return {"majority"}
    return set()


def majority(view, region, kind, god):
    """AK-76: more monuments of a kind than every other god, and a figure."""
    there = [place for place in view["hexes"] if region in place["regions"]]
    held = [
        place["monument"]["god"] for place in there if place["monument"] and kind.startswith(place["monument"]["kind"])
    ]
    present = any(place["figure"] and place["figure"]["god"] == god for place in there)
    return present and all(held.count(god) > held.count(other) for other in set(held) - {god, None}) and god in held


def most_figures(view, region):
    """The gods with the most figures in a region."""
    count = {}
    for place in view["hexes"]:
        if place["figure"] and region in place["regions"]:
            count[place["figure"]["god"]] = count.get(place["figure"]["god"], 0) + 1
    return {god for god, n in count.items() if n == max(count.values())}


# -- comparing turns ---------------------------------------------------------------------------------------------------


def laid(fixture):
    """A position after seat 0's turn: seat 1 is next."""
    return Table(fixture).begin(1).position.save()


def turn(fixture, answer=None, share=0.5):
    return Turn((), share, laid(fixture), laid(answer or fixture))


START = "S 0,0 | E 0,-2 0,2"
DESERT = f"{START} | D -2,0 | w -2,0"
BOTH = f"{START} | D -2,0 | H 2,0 | w -2,0 2,0"
RIVAL = " | F -2,-2 -4,-2 -6,-2"
GAINS = f"{RIVAL} | k -2,-2"  # three points for seat 1


def compare(best, other, game="horus"):
    return second_best((best, other), khonsu.game(game), 0, NAMES, EN[game])


def test_second_best_turn_in_words():
    assert compare(turn(BOTH), turn(DESERT)) == "The second-best turn scores 1 less now."
    tempting = turn(BOTH + RIVAL, BOTH + GAINS, share=0.4)
    safe = turn(DESERT + RIVAL)
    assert compare(safe, tempting) == "The second-best turn scores 1 more now, but then Bo may gain about 3 more."
    later = turn(BOTH, share=0.4)
    assert compare(turn(DESERT), later) == "The second-best turn scores 1 more now, but is worth less in the long run."
    assert compare(turn(DESERT), turn(BOTH, share=None)) == ""  # nobody knows
    assert compare(turn(DESERT), turn(DESERT, share=0.4)) == ""


def test_reply_says_what_is_left_to_the_next_player():
    horus, t = khonsu.game("horus"), EN["horus"]
    pair = [turn(DESERT + RIVAL), turn(DESERT + RIVAL, DESERT + GAINS)]
    assert reply(pair, 0, horus, 0, NAMES, t) == "It leaves Bo less to gain."
    assert reply(pair, 1, horus, 0, NAMES, t) == "But Bo can then gain more."
    assert reply(pair[:1], 0, horus, 0, NAMES, t) == ""
    assert reply([pair[0], pair[0]], 0, horus, 0, NAMES, t) == ""
    little = [turn(START), turn(START + " | F -2,0", START + " | F -2,0 | k -2,0")]
    assert reply(little, 0, horus, 0, NAMES, t) == ""  # a single point makes no difference


def judged(best, mine, *others):
    found = Turns(laid(START), (best, *others), "")
    return better(JudgedTurn(found, mine, 0.3), khonsu.game("horus"), 0, NAMES, EN["horus"])


def test_better_compares_with_the_turn_that_was_played():
    """What both turns have is no reason, even if none of the bot's other turns has it."""
    words = judged(turn(BOTH), turn(DESERT, share=0.2), turn(START))
    assert "Desert" not in words
    assert "It makes this region yours alone: Hills at (2,0), worth 1 point." in words
    found = Turns(laid(START), (turn(BOTH), turn(START)), "")
    assert (
        "Desert" in reasons(found, khonsu.game("horus"), 0, NAMES, EN["horus"])[0]
    )  # against its other turns it is one


def test_better_names_the_loss_that_it_avoids():
    found = Turns(laid(JOIN), (turn(JOIN),), "")
    mine = turn(JOINED, share=0.2)
    words = better(JudgedTurn(found, mine, 0.3), khonsu.game("horus"), 0, NAMES, EN["horus"])
    assert "It avoids what your turn brings about: It costs you 1 point." in words


def test_better_tells_chances_where_nothing_else_differs():
    assert judged(turn(DESERT), turn(DESERT, share=0.2)) == "It gives you a better chance: about 50% instead of 20%."
    assert judged(turn(DESERT, share=None), turn(DESERT, share=None)) == QUIET


@pytest.mark.parametrize("game", list(khonsu.games()))
def test_comparisons_are_written_in_every_language(game):
    """Random pairs of turns: sentences are whole, and differ between the languages."""
    chance, own = random.Random(2), khonsu.game(game)
    assert part(game, "words.changes") is not None
    positions = [one for one in played(game, 2) if one.deciders]
    told = {language: [] for language in ("en", "es", "fr")}
    for _ in range(40):
        start, one, other = (positions[i] for i in sorted(chance.sample(range(len(positions)), 3)))
        seat = start.deciders[0]
        pair = (Turn((), 0.6, one.save(), one.save()), Turn((), 0.3, other.save(), other.save()))
        for language, words in told.items():
            t = own.texts(language)
            words.append(better(JudgedTurn(Turns(start.save(), pair[:1], ""), pair[1], 0.3), own, seat, NAMES, t))
            words.append(second_best(pair, own, seat, NAMES, t))
            assert "{" not in "".join(words)
    assert told["en"] != told["es"] != told["fr"]
    assert Position.load(own, pair[0].after).players
