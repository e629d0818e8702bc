"""Set-up, AO-1 to AO-9."""

from __future__ import annotations

from collections import Counter

import pytest

import khonsu
from khonsu.games import asked
from khonsu.games.ankhor.rules import pieces as p
from khonsu.kernel.about import show

from .table import GAME, Table, tile_text

SEEDS = range(500)


def begin(players: int = 2, seed: int = 0, **options: object) -> Table:
    """The set-up of a match."""
    return Table.of(GAME.match(players=players, seed=seed, **options).position)


def prices(table: Table) -> list[list[str]]:
    """The markers of the six slots."""
    return [slot["price"] for slot in table.view["slots"]]


def test_six_slots():
    """AO-1: the price board has six slots, numbered 1 to 6 from left to right."""
    table = Table(row="full", hands="BBWWKKGGRR", domains="(0,0) B two", players=3).play("buy")
    assert table.options() == [f"slot {n}" for n in range(1, 7)]
    shown = [slot["tile"] for slot in table.view["slots"]]
    table.play("slot 3", "(1,0)")
    assert table.row()[2] == "-"
    assert [slot["tile"] for slot in table.view["slots"]] == [*shown[:2], None, *shown[3:]]


def test_markers():
    """AO-2: 15 shuffled markers, 3 of each resource, one in each hole (2, 2, 2, 3, 3, 3)."""
    seen = [set() for _ in range(15)]
    for seed in SEEDS:
        slots = prices(begin(seed=seed))
        assert [len(slot) for slot in slots] == [2, 2, 2, 3, 3, 3]
        markers = [marker for slot in slots for marker in slot]
        assert Counter(markers) == dict.fromkeys(p.COLOURS, 3)
        for hole, marker in enumerate(markers):
            seen[hole].add(marker)
    assert all(hole == set(p.COLOURS) for hole in seen)


def test_markers_stay(random_match):
    """AO-2: the markers stay in their holes for the whole game."""
    match = random_match("ankhor", 3, 5)
    assert match.over
    assert prices(Table.of(match.position)) == prices(begin(3, 5))


def test_no_triples():
    """AO-3: no slot shows one resource three times; pairs are allowed."""
    slots = [slot for seed in SEEDS for slot in prices(begin(seed=seed))]
    assert all(len(set(slot)) > 1 for slot in slots if len(slot) == 3)
    assert any(len(set(slot)) == 1 for slot in slots if len(slot) == 2)
    assert any(len(set(slot)) == 2 for slot in slots if len(slot) == 3)


@pytest.mark.parametrize(("players", "pile"), [(2, 4), (3, 5), (4, 6)])
def test_piles_of_tokens(players, pile):
    """AO-4: six piles of 4 tokens, with 3 players 5, with 4 players 6."""
    assert begin(players).view["supply"] == dict.fromkeys(p.TOKENS, pile)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_stacks(players):
    """AO-5: the 55 tiles are shuffled into two stacks of 28 and 27; only the top colour of each is visible."""
    orders = set()
    for seed in range(50):
        table = begin(players, seed)
        tiles = [*table.stack("A"), *table.stack("B"), *table.row()]
        assert Counter(tiles) == Counter(tile_text(number) for number in range(55))
        orders.add(tuple(tiles))
        assert table.view["stacks"] == [
            {"name": "A", "size": 22, "top": p.COLOURS["BWKGR".index(table.stack("A")[0][0])]},
            {"name": "B", "size": 27, "top": p.COLOURS["BWKGR".index(table.stack("B")[0][0])]},
        ]
    assert len(orders) == 50


def test_tile_table():
    """AO-5: of each colour 2 jackals, 2 scarabs, 2 falcons, 2 twos, a depot, a scribe and a desert."""
    family = {"jackal": 2, "scarab": 2, "falcon": 2, "two": 2, "depot": 1, "scribe": 1, "desert": 1}
    expected = {f"{letter} {kind}": count for letter in "BWKGR" for kind, count in family.items()}
    assert Counter(tile_text(number) for number in range(55)) == expected


def test_first_row():
    """AO-6: the row is the top six tiles of stack A (28 tiles), from left to right in the order of drawing."""
    for seed in range(50):
        table = begin(seed=seed)
        assert len(table.stack("A")) == 22
        assert len(table.stack("B")) == 27
        drawn = table.state.stack[0, 27:21:-1]  # what lay on top of the stack
        assert table.row() == [tile_text(int(number)) for number in drawn]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_bonus_tokens_ready(players):
    """AO-7: all 12 bonus tokens lie ready, nobody has one."""
    table = begin(players)
    assert table.view["bonus_left"] == 12
    assert [domain["bonus"] for domain in table.view["domains"]] == [0] * players


@pytest.mark.parametrize("players", [2, 3, 4])
def test_first_player(players):
    """AO-8: the first player is drawn at random; play goes clockwise."""
    firsts = Counter(begin(players, seed).view["first"] for seed in SEEDS)
    assert set(firsts) == set(range(players))
    assert min(firsts.values()) > 0.8 * len(SEEDS) / players
    table = begin(players, 3)
    first = table.view["first"]
    seats = {1: first}
    while table.view["turn"] <= 2 * players:
        table.play(table.options()[0])  # takes what there is
        seats[table.view["turn"]] = table.current
    assert list(seats.values()) == [*[(first + k) % players for k in range(players)] * 2, first]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_start_with_nothing(players):
    """AO-9: everybody starts without tokens and without tiles."""
    table = begin(players)
    for seat in range(players):
        assert table.hand(seat) == ""
        assert table.depots(seat) == ""
        assert table.domain(seat) == []
        assert table.score(seat) == 0


def test_options_of_an_edition():
    """Section 2: an edition sets three options as one bundle; each may also be set separately."""
    resolve = GAME.about.resolve
    common = {"move_may_split": True, "stall_rounds": 20}
    fr = {"covered_depot_token": "to_hand", "leftover_tokens": "all", "tiebreak_tokens": "most"}
    es = {"covered_depot_token": "to_supply", "leftover_tokens": "resources", "tiebreak_tokens": "fewest"}
    assert resolve({}) == {"edition": "es", **es, **common}
    assert resolve({"edition": "fr"}) == {"edition": "fr", **fr, **common}
    for name, value in fr.items():
        assert begin(**{name: value}).view["options"] == {**es, **common, name: value}
    assert begin(edition="es", move_may_split=False, stall_rounds=0).view["options"] == {
        **es,
        "move_may_split": False,
        "stall_rounds": 0,
    }


def test_the_editions_are_named():
    """Section 2: the option says in every language what its values stand for; the default comes first."""
    edition = GAME.about.options[0]
    assert (edition.name, edition.default, edition.values) == ("edition", "es", ("es", "fr"))
    said = asked("ankhor")["edition"].words
    for language, both, french in (
        ("en", "Spanish and English edition", "French edition"),
        ("es", "Edición española e inglesa", "Edición francesa"),
        ("fr", "Édition espagnole et anglaise", "Édition française"),
    ):
        t = GAME.texts(language)
        assert (t(said["es"]).capitalize(), t(said["fr"]).capitalize()) == (both.capitalize(), french.capitalize())


def test_records_of_the_first_version_keep_their_meaning(random_match):
    """Records name every option; one from which the edition was left out means the French one, as it did in 0.1.0."""
    old = random_match("ankhor", 2, 5, edition="fr")
    text = old.record()
    written = [line for line in text.splitlines() if line.startswith("option ")]
    assert written == [f"option {name}: {show(value)}" for name, value in old.options.items()]
    assert khonsu.read(text).result() == old.result()
    short = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("option "))
    assert khonsu.read(short).options == old.options
    assert khonsu.read(short).position.save() == old.position.save()


def test_year():
    """The printed rulebooks are of 2019."""
    assert GAME.about.year == 2019
