"""Battles and caravans as a stage of their own, and what is announced in advance: the view, its words, its drawing."""

from __future__ import annotations

import json
import random
import re
import xml.etree.ElementTree as ET

import pytest

import khonsu
from khonsu.draw import Look, render
from khonsu.games.ankh.about import ABOUT
from khonsu.games.ankh.picture.battle import chapters
from khonsu.games.ankh.rules import pieces as p
from khonsu.games.ankh.rules import state as st
from khonsu.games.ankh.rules.board import HEX, HEXES, SIDE
from khonsu.games.ankh.scenarios.land import divides, legal_lines, region_of
from khonsu.games.ankh.view.battle import strength_parts
from khonsu.games.ankh.view.lines import soonest, split
from khonsu.games.ankh.view.state import EVENTS, district, plain
from khonsu.games.ankh.words.notices import announce, region_name

GAME = khonsu.game("ankh")
SVG = "{http://www.w3.org/2000/svg}"
NAMES = ["Ann", "Bob", "Cid", "Dora", "Eve"]
TWO = "amun: G 1,4 W 1,3 | isis: G 1,6 W 1,7 2,6"
OTHER = {"androsphinx_mutual": "ability", "anubis_bonus_merged": False, "lake_mouth_6_4_touches_east": False}


def drawn(position, seat=-1, narrow=False, language="en"):
    steps = position.legal(seat) if seat in position.deciders else []
    choices = {position.notation(seat, step): step for step in steps}
    return render(GAME, position.view(seat), Look(NAMES[: position.players], language, seat, choices, narrow))


def words(position, group, **how):
    """What stands in a part of the drawing."""
    root = ET.fromstring(drawn(position, **how))
    found = next(element for element in root.iter() if element.attrib.get("id") == group)
    return " ".join(" ".join(found.itertext()).split())


# -- strength ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "seed", "options"), [(2, 1, {}), (3, 2, {}), (4, 3, OTHER), (5, 4, {})])
def test_strength_is_the_sum_of_its_parts(random_game, players, seed, options):
    """AK-89, AK-99: the view's account is what the rules compare; captives, sphinxes and temples included."""
    met = 0
    for position, _, _ in random_game(players, seed, red_max=0, **options):
        s = position.state
        if not (s.in_conflict and not s.over and position.view()["conflict"]["battle"]):
            continue
        battle = position.view()["conflict"]["battle"]
        flat = plain(s)
        for god in battle["gods"]:
            parts = strength_parts(flat, god)
            assert sum(battle["figures"][god].values()) == next(x["n"] for x in parts if x["cause"] == "figures")
            compared = [e for e in position.events() if e.kind == st.STRENGTH and e.seat == god]
            fresh = compared and not [e for e in position.events() if e.kind in (st.DIED, st.BATTLE)]
            if fresh:
                assert sum(part["n"] for part in parts) == compared[0].a
                met += 1
            if god in battle["strength"] and battle["parts"][god]:
                assert sum(part["n"] for part in battle["parts"][god]) == battle["strength"][god]
    assert met > 0


def test_every_cause_of_strength_is_named(lay):
    """AK-122, AK-125, AK-138, AK-170: temple, Resplendent, captives and a sphinx, each as a part of its own."""
    table = lay(
        "anubis: G 1,4 W 1,3 1,6 | ra: G 3,4 Y 1,7",
        "T anubis 1,5; T anubis 7,3 7,4",
        powers={"anubis": "resplendent temple-attuned"},
        captives={"ra": 2},
        guardians=("satet", "mummy", "androsphinx"),
    )
    table.conflict("ra")
    parts = {part["cause"]: part["n"] for part in table.position.view()["conflict"]["battle"]["parts"][0]}
    assert parts == {"figures": 3, "androsphinx": -1, "resplendent": 2, "captives": 2, "temple-attuned": 2}
    table.cards(anubis="chariots", ra="maat")
    strength = next(event for event in table.happened(st.STRENGTH) if event.seat == 0)
    assert strength.a == sum(parts.values()) + 3
    assert (strength.b, strength.c, strength.d) == (6, 2, 3)


# -- a battle on its stage ---------------------------------------------------------------------------------------------


def test_the_stage_says_who_fights_and_who_has_chosen(lay):
    """Figures and strength so far for both; a choice shows that it was made, not which."""
    table = lay(TWO, "O isis 2,4")
    table.conflict("isis")
    table.play("no")
    said = words(table.position, "arena")
    assert "Battle · Region 1 · Delta" in said
    assert "B3 Secret choice of cards" in said
    assert said.count("is choosing") == 2
    assert re.search(r"2 \+\?|2\+\?", said)
    assert "3+?" in said
    table.play("card miracle", who="isis")
    for seat in (-1, 0):
        text = drawn(table.position, seat)
        said = words(table.position, "arena", seat=seat)
        assert "has chosen" in said
        assert "Miracle" not in said
        assert 'class="back"' in text
        assert "miracle" not in json.dumps(table.position.view(seat)["secret"])
        assert not [row for row in table.position.view(seat)["happened"] if row[0] == "committed"]


def test_the_outcome_is_told_with_its_causes(lay):
    """Cards, strength, who won, devotion and deaths, in their order; the game goes on below."""
    table = lay(TWO, stack={"isis": 3, "amun": 5})
    table.conflict("isis")
    table.play("no")
    table.cards(amun="chariots", isis="flood")
    view = table.position.view()
    assert view["conflict"] is None
    kinds = [row[0] for row in view["happened"]]
    assert kinds.index("played") < kinds.index("strength") < kinds.index("won") < kinds.index("gained")
    for narrow in (False, True):
        said = words(table.position, "arena", narrow=narrow)
        assert "Amun wins region 1, 5 to 3." in said
        assert "Chariots" in said
        assert "Flood" in said
        assert "Devotion gained: 1" in said
    assert "Flood saves Isis's warrior on 1,7." in words(table.position, "arena", narrow=True)
    told = chapters(view)
    assert [(chapter.kind, chapter.token) for chapter in told if chapter.told] == [("battle", 1)]
    table.play("gain")
    assert 'id="arena"' not in drawn(table.position)


@pytest.mark.parametrize("language", ["en", "es", "fr"])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_how_it_ended_is_told_however_long(random_match, seed, language):
    """Much falls with a forgotten god: if there is no room for all of it, its end is told."""
    match = random_match("ankh", 3, seed)
    title = GAME.texts(language)("The Conflict has been resolved")
    ending = GAME.words.tell(match.events()[-1], NAMES, GAME.texts(language))
    for narrow in (False, True):
        told = words(match.position, "arena", narrow=narrow, language=language)
        assert told.startswith(title)
        assert told.endswith(" ".join(ending.split()))


@pytest.mark.parametrize("language", ["en", "es", "fr"])
def test_who_has_won_is_named_above_the_tracks(random_match, language):
    """However long the sentence is in a language."""
    match = next(match for match in (random_match("ankh", 3, seed) for seed in range(1, 40)) if match.winners())
    for narrow in (False, True):
        shown = words(match.position, "head", narrow=narrow, language=language)
        assert all(NAMES[seat] in shown for seat in match.winners())


def test_what_is_about_to_die_is_marked(lay):
    """AK-95, AK-144: condemned figures and those under Flood carry a mark while Isis is asked."""
    table = lay("amun: G 2,5 W 2,4 | isis: G 1,6 W 1,5 1,7", followers={"isis": 0})
    table.conflict("amun")
    table.play("no")
    table.cards(amun="chariots", isis="maat")
    assert table.asked == "protect"
    marks = {(h["row"], h["col"]): h["figure"] for h in table.position.view()["hexes"] if h["figure"]}
    assert marks[1, 5]["doomed"]
    assert not marks[2, 4]["doomed"]
    assert 'class="fate"' in drawn(table.position)
    battle = table.position.view()["conflict"]["battle"]
    assert (battle["settled"], battle["winner"]) == (True, 0)
    said = words(table.position, "arena")
    assert said.count("Amun wins region 1") == 1


def test_figures_that_have_moved_are_known(lay):
    table = lay(TWO)
    table.act("isis", "move")
    table.play("figure 1,7", "to 2,7")
    moved = [(h["row"], h["col"]) for h in table.position.view()["hexes"] if h["figure"] and h["figure"]["moved"]]
    assert moved == [(2, 7)]
    table.play("finish")
    assert not [h for h in table.position.view()["hexes"] if h["figure"] and h["figure"]["moved"]]


@pytest.mark.parametrize("players", ABOUT.players)
def test_nothing_of_a_commitment_is_seen_before_the_reveal(random_game, players):
    """Section 5: whatever was committed, spectators see the same drawing and the same new parts of the view."""
    met = 0
    for seed in range(10):
        for position, seat, _ in random_game(players, seed, red_max=0):
            if len(position.deciders) > 1:
                seen = []
                for step in (position.legal(seat)[0], position.legal(seat)[-1]):
                    after = position.copy()
                    after.play(seat, step)
                    view = after.view()
                    new = [view[key] for key in ("conflict", "happened", "notices", "secret")]
                    seen.append((json.dumps(new), drawn(after, narrow=met % 2 == 1)))
                assert seen[0] == seen[1]
                met += 1
        if met > 3:
            return
    raise AssertionError(f"only {met} secret choices")


# -- the caravan -------------------------------------------------------------------------------------------------------


def test_the_soonest_line_is_a_legal_one():
    """AK-65: each first side of a legal line gets the shortest line that begins with it; no other side gets one."""
    camels = frozenset(SIDE[HEX[one], HEX[other]] for one, other in [((4, 0), (5, 0)), ((4, 1), (5, 1))])
    for herd in (frozenset(), camels):
        lines = {frozenset(line): line for line in legal_lines(herd)}
        for line in lines.values():
            for way in (line, line[::-1]):
                found = soonest(way[:1], herd, p.LINE)
                assert found is not None
                assert len(found.line) <= len(line)
                assert frozenset(found.line) in lines
                exact = soonest(way, herd, p.LINE)
                assert exact == split(way, herd)
                assert exact is not None
                assert divides(way, herd)
                walls = herd | frozenset(line)
                assert {exact.one, exact.other} == {region_of(h, walls) for h in (min(exact.one), min(exact.other))}


def test_each_side_shows_the_regions_it_would_make(random_game):
    """The preview of a side that completes the line is what the rules then make of it."""
    asked = complete = 0
    for players, seed in ((3, 3), (4, 1)):
        for position, seat, _ in random_game(players, seed):
            if seat < 0 or position.view()["question"] != "camel":
                continue
            text = drawn(position, seat, narrow=asked % 2 == 1)
            root = ET.fromstring(text)
            sides = [e.attrib["data-step"] for e in root.iter() if e.attrib.get("data-text", "").startswith("side")]
            shown = {e.attrib["id"]: e for e in root.iter() if e.attrib.get("id", "").startswith("split-")}
            assert sorted(shown) == sorted(f"split-{step}" for step in sides)
            asked += 1
            for step in sides:
                said = " ".join(shown[f"split-{step}"].itertext())
                if "completes the line" in said:
                    after = position.copy()
                    after.play(seat, int(step))
                    land = {region["token"]: region["land"] for region in after.view()["regions"]}
                    sizes = sorted(int(n) for n in re.findall(r"(\d+) land hexes", said))
                    assert sizes == sorted(land[token] for token in after.view()["parts"])
                    complete += 1
    assert asked > 3
    assert complete > 2


def test_regions_have_names():
    """2.8: the three banks, and parts of them."""
    t = GAME.texts("en")
    whole = {region["token"]: region for region in GAME.match(players=2, seed=1).view()["regions"]}
    assert {region["bank"] for region in whole.values()} == {"delta", "east", "west"}
    upper = tuple(h for h, (row, _) in enumerate(HEXES) if h in region_of(HEX[5, 7], frozenset()) and row < 5)
    assert region_name(district(upper), t) == "East, north"
    assert region_name({"bank": "west", "part": None}, t) == "West"
    assert region_name({"bank": "west", "part": "sw"}, GAME.texts("fr")).startswith("Ouest")


# -- announcements -----------------------------------------------------------------------------------------------------


def notice(table, kind):
    return next((each for each in table.position.view()["notices"] if each["kind"] == kind), None)


THREE = "ra: G 7,3 | isis: G 1,4 | anubis: G 5,7"


def test_merge_and_red_line_are_announced(lay):
    """AK-79: who would merge after Conflict III, then who would be forgotten after IV, then the end."""
    table = lay(THREE, stack={"ra": 2, "isis": 3, "anubis": 28})
    table.s.event = 10
    merge = notice(table, "merge")
    assert merge == {"kind": "merge", "gods": [0, 1], "events": 2, "conflict": 3}
    view = table.position.view()
    assert announce(merge, view, GAME.texts("en")) == "Conflict III (in 2 events): Ra and Isis would merge."
    assert "fusionar" in announce(merge, view, GAME.texts("es"))
    assert "fusion" in announce(merge, view, GAME.texts("fr"))
    assert notice(table, "top") == {"kind": "top", "gods": [2], "left": 3}
    table.s.event = 15
    assert notice(table, "merge") is None
    forgotten = notice(table, "forgotten")
    assert forgotten == {"kind": "forgotten", "gods": [0, 1], "events": 1, "conflict": 4}
    said = announce(forgotten, view, GAME.texts("en"))
    assert said == "Conflict IV (next event): Ra and Isis would be forgotten."
    assert 'class="urgent"' in drawn(table.position)
    table.s.devotion[:3] = 4
    assert "all gods" in announce(notice(table, "forgotten"), table.position.view(), GAME.texts("en"))
    table.s.devotion[:3] = 25
    assert "nobody is there" in announce(notice(table, "forgotten"), table.position.view(), GAME.texts("en"))


def test_two_players_never_merge(lay):
    table = lay(TWO)
    assert notice(table, "merge") is None
    assert notice(table, "forgotten")


def test_tracks_say_what_they_trigger(lay):
    """AK-58: a track whose next space is the event space names the event, on the track and in the view."""
    table = lay(THREE)
    assert notice(table, "trigger") is None
    table.s.event = 3
    table.s.counter[p.MOVE] = table.s.limit[p.MOVE] - 1
    table.s.counter[p.GAIN] = table.s.limit[p.GAIN] - 1
    assert notice(table, "trigger") == {
        "kind": "trigger",
        "actions": ["move", "gain"],
        "event": "conflict",
        "conflict": 1,
    }
    for narrow in (False, True):
        said = words(table.position, "tracks", narrow=narrow)
        assert said.count("Conflict (I)") >= 2
    said = announce(notice(table, "trigger"), table.position.view(), GAME.texts("en"))
    assert said == "Next event: Conflict I. Triggered by any of: Move figures or Gain followers."
    assert "! Next event: Conflict I." in GAME.words.board(table.position.view(), NAMES[:3], GAME.texts("en"))


def test_a_full_track_triggers_its_own_event_only(lay):
    """AK-32: a marker at the end of its track brings the event under way, then begins anew: not the next event."""
    table = lay(TWO)
    table.s.event = 3
    table.s.counter[p.MOVE] = table.s.counter[p.SUMMON] = table.s.limit[p.MOVE] - 1
    table.position.play(0, st.ACTION_0 + p.MOVE)
    assert notice(table, "trigger")["actions"] == ["move"]
    assert notice(table, "trigger")["conflict"] == 1
    said = announce(notice(table, "trigger"), table.position.view(), GAME.texts("en"))
    assert said == "Next event: Conflict I. Triggered by: Move figures."
    table.position.play(0, st.FINISH)
    assert table.s.in_conflict
    assert notice(table, "trigger")["actions"] == ["summon"]
    assert notice(table, "trigger")["event"] == "caravan"


def test_nobody_wins_where_all_are_forgotten(lay):
    """AK-197: while everybody is in the red, the forecast ends with Conflict IV."""
    table = lay(TWO)
    assert notice(table, "forgotten")["gods"] == table.position.view()["track"]["order"]
    assert notice(table, "end") is None
    table.s.devotion[0] = table.s.red + 1
    assert notice(table, "end")


@pytest.mark.parametrize("language", ["en", "es", "fr"])
def test_every_notice_can_be_said(random_game, language):
    t, chance, kinds = GAME.texts(language), random.Random(5), set()
    for position, _, _ in random_game(4, 9):
        if chance.random() < 0.2:
            view = position.view()
            for each in view["notices"]:
                kinds.add(each["kind"])
                said = announce(each, view, t)
                assert said.endswith(".")
                assert "{" not in said
    assert {"trigger", "merge", "forgotten"} <= kinds


@pytest.mark.parametrize("language", ["en", "es", "fr"])
@pytest.mark.parametrize("narrow", [False, True])
def test_what_is_announced_first_is_drawn_whole(random_game, narrow, language):
    t, chance, seen = GAME.texts(language), random.Random(5), 0
    for position, _, _ in random_game(5, 9):
        if chance.random() > 0.03:
            continue
        view = position.view()
        said = [announce(each, view, t) for each in view["notices"] if each["kind"] != "trigger"]
        if said and not any(each["kind"] == "top" for each in view["notices"]):
            shown = words(position, "notices", narrow=narrow, language=language)
            title, first = " ".join(" ".join(said).split()), " ".join(said[0].split())
            assert shown.removeprefix(title).strip().startswith(first)
            seen += 1
    assert seen > 5


def test_names_of_events_are_in_the_order_of_the_state():
    for name in ("turn", "moved", "followers", "camel", "conflict", "gained", "committed", "strength", "won", "over"):
        constant = {"camel": "CAMEL_PLACED"}.get(name, name.upper())
        assert EVENTS[getattr(st, constant)] == name
    assert len(EVENTS) == st.OVER + 1
