"""The drawing of Horus shows the view, the whole view, and each legal step once."""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ET
from collections import Counter

import pytest

from khonsu.draw import Look, render
from khonsu.games.horus import picture as table_picture
from khonsu.games.horus.picture import map as pic
from khonsu.games.horus.words.terminal import kingdom_map

from .players import PLAYERS, against_the_ends, at_will, far_away, games, in_a_heap, with_much_river
from .slow import cells
from .table import GAME, Table, kingdom_of

SVG = "{http://www.w3.org/2000/svg}"
NAMES = ["Ann & Bob", "<Thoth>", 'A "very" long name that fits nowhere', "Q"]


def drawn(position, seat, narrow=False, language="en"):
    """A position as text and parsed SVG."""
    choices = {position.notation(seat, step): step for step in position.legal(seat)} if seat >= 0 else {}
    view = position.view(seat)
    text = render(GAME, view, Look(NAMES[: view["players"]], language, seat, choices, narrow))
    return text, ET.fromstring(text)


def steps_of(root):
    """All steps that can be clicked."""
    found = [element.attrib for element in root.iter() if "data-step" in element.attrib]
    return Counter((int(each["data-step"]), each["data-text"]) for each in found)


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("options", [{}, {"marker_choice": "tile", "marker_optional": True}], ids=["region", "tile"])
def test_every_step_has_a_place(narrow, options):
    """Section 5: whatever is asked, each legal step is drawn once and can be reached with the keyboard."""
    asked = set()
    for seed, player in enumerate((at_will, in_a_heap, with_much_river)):
        for count, position in enumerate(games(player, 2 + seed, seed, **options)):
            if not position.deciders:
                break
            question = position.view()["asked"]
            if count % 7 and question in asked:
                continue
            asked.add(question)
            seat = position.deciders[0]
            _, root = drawn(position, seat, narrow)
            legal = Counter((step, position.notation(seat, step)) for step in position.legal(seat))
            assert steps_of(root) == legal, question
            for element in root.iter():
                if "data-step" in element.attrib:
                    assert element.attrib["role"] == "button"
                    assert element.attrib["tabindex"] == "0"
                    assert element.attrib["aria-label"]
    assert len(asked) >= 9


@pytest.mark.parametrize("player", PLAYERS, ids=lambda player: player.__name__)
def test_the_whole_view_is_drawn(player):
    """Tiles, markers, piles, scores and the own hand are there; nothing is clickable for a spectator."""
    for count, position in enumerate(games(player, 3, 4)):
        if count % 25 and position.deciders:
            continue
        for seat in (-1, 0):
            view = position.view(seat)
            text, root = drawn(position, seat)
            pieces = Counter(each.attrib["data-piece"] for each in root.iter() if "data-piece" in each.attrib)
            assert pieces == Counter(tile["kind"] for tile in view["tiles"])
            markers = [each for each in root.iter(f"{SVG}g") if each.attrib.get("class", "").startswith("marker k-")]
            assert len(markers) == sum(tile["marker"] is not None for tile in view["tiles"])
            ids = [each.attrib["id"] for each in root.iter() if "id" in each.attrib]
            assert len(ids) == len(set(ids))
            assert {each.attrib["href"][1:] for each in root.iter(f"{SVG}use")} <= set(ids)
            said = [each.text for each in root.iter(f"{SVG}text")]
            for owner in view["seats"]:
                assert str(round(owner["score"]["total"])) in said
            assert sum(each.startswith("card-") for each in ids) == (
                view["seats"][0]["cards"] + view["seats"][0]["transport"] if seat == 0 else 0
            )
            if seat < 0:
                assert "data-step" not in text
            assert len(text) < 130_000


def test_the_kingdom_fits():
    """From 3 tiles to the longest Kingdom everything lies inside its area, and tiles are never larger than 160."""
    for player in (far_away, at_will, against_the_ends):
        for count, position in enumerate(games(player, 2, 3)):
            if count % 20:
                continue
            for narrow in (False, True):
                seat = position.deciders[0] if position.deciders else -1
                _, root = drawn(position, seat, narrow)
                (kingdom,) = [each for each in root.iter(f"{SVG}g") if each.attrib.get("id") == "kingdom"]
                x, y, scale = map(float, re.findall(r"-?[\d.]+", kingdom.attrib["transform"]))
                tall = pic.upright_height((tile["x"], tile["y"]) for tile in position.view()["tiles"])
                layout = table_picture.narrow(2, seat >= 0, tall) if narrow else table_picture.wide(2, seat >= 0)
                floor = layout.floor
                assert scale <= pic.LARGEST
                for use in kingdom.iter(f"{SVG}use"):
                    if "data-piece" in use.attrib:
                        left, top = x + float(use.attrib["x"]) * scale, y + float(use.attrib["y"]) * scale
                        assert floor.x <= left <= left + 100 * scale <= floor.x + floor.w
                        assert floor.y <= top <= top + 100 * scale <= floor.y + floor.h


def area(path):
    """The area inside the loops of a path, in cells; holes count negative."""
    total = 0
    for loop in path.split("Z")[:-1]:
        x, y = map(int, re.match(r"M(-?\d+) (-?\d+)", loop).groups())
        points = [(x, y)]
        for command, number in re.findall(r"([HV])(-?\d+)", loop):
            x, y = (int(number), y) if command == "H" else (x, int(number))
            points.append((x, y))
        total += sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, [*points[1:], points[0]])) / 2
    return total / pic.UNIT**2


def test_outlines():
    """The border of a region or of the river encloses just its cells, holes left out."""
    for player in PLAYERS:
        *_, position = games(player, 2, 8)
        slow = kingdom_of(position)
        river = {cell for anchor, letter in slow.kind.items() if letter in "SRE" for cell in cells(anchor)}
        assert area(pic.outline(river)) == len(river)
        for region in slow.regions():
            inside = {cell for tile in region for cell in cells(tile)}
            assert area(pic.outline(inside)) == len(inside) == 4 * len(region)
    corner = cells((0, 0)) | cells((2, 2))
    assert pic.outline(corner).count("M") == 2  # a corner does not connect


def test_the_river_is_one():
    """3.4: the drawn current joins all River-class tiles, half offsets included."""
    for player in PLAYERS:
        *_, position = games(player, 2, 5)
        river = [tile for tile in position.view()["tiles"] if tile["kind"] in pic.RIVER_CLASS]
        tiles = tuple((tile["x"], tile["y"]) for tile in river)
        joins = [tuple(map(int, each)) for each in re.findall(r"M(-?\d+) (-?\d+)l(-?\d+) (-?\d+)", pic.stream(tiles))]
        reached, todo = set(), [(50, 50)]
        while todo:
            at = todo.pop()
            if at not in reached:
                reached.add(at)
                for x, y, dx, dy in joins:
                    todo += [(x + dx, y + dy)] if (x, y) == at else [(x, y)] if (x + dx, y + dy) == at else []
        assert len(reached) == len(tiles)


def test_doubled_regions_are_marked():
    """HO-74, HO-75: islands have a border of their own; plaques carry the signs of what doubles a region."""
    _, root = drawn(Table("ISL").position, -1)
    assert sum(each.attrib.get("class") == "island" for each in root.iter(f"{SVG}g")) == 2
    signs = Counter(each.attrib["href"] for each in root.iter(f"{SVG}use"))
    assert signs["#k-island"] == 2
    _, root = drawn(Table("EX5").position, -1)
    plaques = [each for each in root.iter(f"{SVG}g") if each.attrib.get("class", "").endswith(" doubled")]
    values = [(plaque.find(f"{SVG}text").text, len(plaque.findall(f"{SVG}use"))) for plaque in plaques]
    assert sorted(values) == [("10", 1), ("2", 1), ("8", 1)]


def ghosts_of(root):
    """The legal positions that are drawn, by their notation."""
    ghosts = [each for each in root.iter(f"{SVG}g") if "ghost" in each.attrib.get("class", "")]
    return {each.attrib["data-text"]: each for each in ghosts}


def test_ghosts_tell_what_they_lead_to():
    """Each legal position of a terrain tile shows size and control of the region it would make, and says them."""
    table = Table("S 0,0 | E 0,-2 0,2 | D 2,0 4,0 | H -2,0 | w 2,0", bag="D").begin()
    _, root = drawn(table.position, 0)
    labels = {each.attrib["id"]: each for each in root.iter(f"{SVG}g") if "outcome-" in each.attrib.get("id", "")}
    ghosts = ghosts_of(root)
    assert set(ghosts) == set(table.options())
    shown = {}
    for notation, ghost in ghosts.items():
        (label,) = [each.attrib["href"][1:] for each in ghost.findall(f"{SVG}use") if "outcome" in each.attrib["class"]]
        size = labels[label].find(f".//{SVG}text").text
        marks = [each.attrib["class"] for each in labels[label].iter(f"{SVG}use") if "class" in each.attrib]
        assert ghost.find(f"{SVG}text").text == size
        shown[notation] = (int(size), marks)
    assert shown["place 6,0"] == (3, ["k-seat0"])
    assert shown["place -4,0"] == (1, [])
    words = ghosts["place 6,0"].attrib["aria-label"]
    assert words == "The Desert region grows to 3 tiles. It is worth 3 points. Ann & Bob controls it."
    assert ghosts["place -4,0"].attrib["aria-label"].endswith("It is worth 1 point. Nobody controls it.")


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("options", [{}, {"marker_choice": "tile"}], ids=["region", "tile"])
def test_a_marker_is_shown_where_it_would_stand(narrow, options):
    """A region or tile that may get a marker shows it at the very place, in the colour and shape of its owner."""
    seen = Counter()
    for seed in range(6):
        for position in games(at_will, 2, seed, **options):
            question = position.view()["asked"]
            if question not in (*pic.MARKED, "DP-10") or (question == "DP-9" and seen[question] > 20):
                continue
            seat = position.deciders[0]
            _, root = drawn(position, seat, narrow)
            for step in position.legal(seat)[:3]:
                chosen = next(each for each in root.iter() if each.attrib.get("data-step") == str(step))
                ghosts = [each for each in chosen.iter() if each.attrib.get("class") == "preview"]
                if question == "DP-10" or position.notation(seat, step) in ("none", "pass"):
                    assert not ghosts  # a marker is picked up, or none moves
                    continue
                after = position.copy()
                after.play(seat, step)
                old, new = (markers(drawn(each, -1, narrow)[1]) for each in (position, after))
                (place,) = new.keys() - old.keys()
                assert re.findall(r"translate\(([^)]*)\)", ghosts[0].attrib["transform"]) == [place]
                kept = next(each for each in root.iter() if each.attrib.get("id") == "t-marker")
                assert kept.attrib["class"] == new[place] == f"marker k-seat{seat}"
                seen[question] += 1
    assert set(seen) == set(pic.MARKED)


def markers(root):
    """The markers on tiles: place and class."""
    found = [each.attrib for each in root.iter(f"{SVG}g") if each.attrib.get("id", "").startswith("marker-")]
    return {re.findall(r"translate\(([^)]*)\)", each["transform"])[0]: each["class"] for each in found}


def sizes(root):
    """How large every text is drawn, in the units of the drawing; what is used from elsewhere is followed."""
    named = {each.attrib["id"]: each for each in root.iter() if "id" in each.attrib}
    found = []

    def walk(element, scale):
        scale *= math.prod(float(k) for k in re.findall(r"scale\(([\d.]+)", element.attrib.get("transform", "")))
        if element.tag == f"{SVG}text" and element.text:
            found.append((round(float(element.attrib["font-size"]) * scale, 2), element.text))
        if element.tag == f"{SVG}use" and element.attrib["href"].startswith("#outcome"):
            walk(named[element.attrib["href"][1:]], scale)
        for child in element:
            if child.tag != f"{SVG}defs":
                walk(child, scale)

    walk(root, 1.0)
    return found


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("player", [at_will, far_away], ids=["at will", "far away"])
def test_numbers_stay_legible(player, narrow):
    """Nothing is below 12 px: a wide table is at least 960 px wide, a phone 390 px with 6 px on each side."""
    width, least = (800, 378) if narrow else (1600, 960)
    for count, position in enumerate(games(player, 3, 6)):
        if count % 19 and position.deciders:
            continue
        seat = position.deciders[0] if position.deciders else 0
        _, root = drawn(position, seat, narrow)
        smallest = min(sizes(root))
        assert smallest[0] * least / width > 11.9, smallest
    assert len(position.view()["tiles"]) > 60


def test_impossible_cards_say_why():
    """DP-7: a card whose pile is exhausted is dim, can be reached, and says why; the others can be played."""
    for position in games(at_will, 2, 0, exhausted_draw="keep", tiles="pile_D=2,pile_H=9", deck="D1x20,H1x9"):
        view = position.view(position.deciders[0])
        hand = view["seats"][position.deciders[0]]["hand"]
        if view["asked"] == "DP-7" and view["piles"]["desert"] == 0 and "D 1" in hand:
            break
    _, root = drawn(position, position.deciders[0])
    (dim,) = [each for each in root.iter(f"{SVG}g") if each.attrib.get("class") == "impossible"]
    assert dim.attrib["data-why"] == "The Desert pile is exhausted: this card cannot be played any more."
    assert dim.attrib["aria-disabled"] == "true"
    assert dim.attrib["tabindex"] == "0"
    notices = [each.attrib["data-notice"] for each in root.iter() if "data-notice" in each.attrib]
    assert notices == ["The Desert pile is exhausted. When a second pile is, the game ends after that turn."]


@pytest.mark.parametrize("language", ["en", "es", "fr"])
def test_languages(language):
    """The picture speaks the reader's language."""
    text, _ = drawn(Table("EX6").begin(1).position, 1, language=language)
    assert {"en": "Farmland", "es": "Cultivos", "fr": "Cultures"}[language] in text


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("narrow", [False, True])
def test_the_bag_is_told_with_any_number_of_players(players, narrow):
    """What can still be drawn stands on the table, each kind with its number, whoever looks and however wide it is."""
    position = next(iter(games(at_will, players, 1)))
    _, root = drawn(position, 0, narrow)
    bag = next(group for group in root.iter(f"{SVG}g") if group.get("id") == "bag")
    told = [title.text for title in bag.iter(f"{SVG}title")]
    terms = {"temple": "Temple", **{kind: pic.NAME[kind] for kind in pic.NAME}}
    assert told[1:] == [f"{terms[kind]}: {n}" for kind, n in position.view(0)["bag"].items()]


def test_the_text_is_turned_as_the_picture():
    """Tiles that lie right of or below each other on the wide drawing do so in the text."""
    table = Table("S 0,0 | E 0,-2 0,2 | D 2,0 | H -2,0").begin()
    view = table.position.view(0)
    lines = kingdom_map(view)
    letters = {"desert": "D", "hills": "H", "start": "S"}
    places = {}
    for kind, letter in letters.items():
        row = next(i for i, line in enumerate(lines[1:]) if letter in line)
        places[kind] = (lines[row + 1].index(letter), row)
    kingdom = pic.Kingdom(view, NAMES[:2], GAME.texts("en"), 0, {}, table_picture.wide(2, True), shape=(0,))
    tiles = {tile["kind"]: kingdom.at(tile["x"], tile["y"]) for tile in view["tiles"] if tile["kind"] in letters}
    for axis in (0, 1):
        by_text = sorted(letters, key=lambda kind: (places[kind][axis], kind))
        by_picture = sorted(letters, key=lambda kind: (tiles[kind][axis], kind))
        assert by_text == by_picture
