"""What the player's rulebook says about its drawings is what the rules do: the worked examples, played."""

from __future__ import annotations

import re

import pytest

import khonsu
from khonsu.rulebook.book import source
from khonsu.rulebook.drawing import match, scene
from khonsu.text import LANGUAGES


def drawn(name: str, old: str = "", new: str = "") -> khonsu.Match:
    """The match that begins where a drawing stands, perhaps with one thing changed."""
    text = scene("ankh", name).text
    assert old in text
    return khonsu.Match.from_position(text.replace(old, new)) if old else match("ankh", name).at(0)


def played(found: khonsu.Match, *steps: tuple[int, str]) -> khonsu.Match:
    """The same match after some steps."""
    for seat, step in steps:
        found.play(step, seat=seat)
    return found


def devotion(found: khonsu.Match) -> list[int]:
    return [god["devotion"] for god in found.view()["gods"]]


def monuments(found: khonsu.Match) -> set[tuple[int, int]]:
    return {(place["row"], place["col"]) for place in found.view()["hexes"] if place["monument"]}


def figures(found: khonsu.Match, seat: int) -> list[str]:
    """The kinds of figures that a god has on the map."""
    return sorted(
        place["figure"]["kind"] for place in found.view()["hexes"] if place["figure"] and place["figure"]["god"] == seat
    )


def choices(found: khonsu.Match, seat: int = 0) -> list[str]:
    return [step.text for step in found.legal(seat)]


def test_numbers_stand_in_all_languages() -> None:
    """A number of an example that one language lacks is a mistake in one of them."""

    def numbers(language: str, anchor: str) -> list[str]:
        text = source("ankh", language).partition(f"{{#{anchor}}}")[2].partition("\n#")[0]
        return sorted(re.findall(r"\d+(?:,\d+)?", text))

    for anchor in ("move", "summon", "gain", "dominance", "battle-example", "scorpion", "androsphinx", "forgotten"):
        found = {language: numbers(language, anchor) for language in LANGUAGES}
        assert found["es"] == found["en"] == found["fr"], anchor


def test_followers_gained() -> None:
    """AK-51: Isis gains 3, from the three monuments that are outlined, whatever else stands around her."""
    assert drawn("gain").view()["gods"][0]["followers"] == 1
    assert played(drawn("gain"), (0, "gain")).view()["gods"][0]["followers"] == 4
    for place, kind in {"7,2": "temple", "8,6": "pyramid"}.items():
        fewer = drawn("gain", f" {kind}({place})", "")
        assert played(fewer, (0, "gain")).view()["gods"][0]["followers"] == 3, place
    same = drawn("gain", " pyramid(7,4)", "")
    assert played(same, (0, "gain")).view()["gods"][0]["followers"] == 4


def test_hexes_to_summon_and_to_move() -> None:
    """AK-41, AK-42, AK-46: the eight hexes of the text; over the own warrior; the Nile is crossed on the way only."""
    hexes = ("3,1", "3,2", "4,1", "4,3", "4,4", "4,5", "5,3", "5,5")
    assert choices(drawn("summon")) == [f"to {place}" for place in hexes]
    assert "to 4,3" in choices(drawn("move")), "over the own warrior, beside the obelisk"
    other = "move_to 0 4,0"
    assert "to 5,4" in choices(drawn("move", other, "move_to 0 5,1"))
    east = choices(drawn("move", other, "move_to 0 5,5"))
    assert "to 5,7" in east
    assert not {"to 3,8", "to 4,9", "to 5,9", "to 3,7", "to 4,7", "to 5,8"} & set(east), "not beside the temple"


def test_second_action_lies_lower() -> None:
    """AK-31 to AK-33: what Amun may do after summoning, and that unlocking triggers the event."""
    assert choices(drawn("tracks"), 1) == ["gain", "unlock"]
    track = played(drawn("tracks"), (1, "unlock")).view()["tracks"]["unlock"]
    assert track["at"] == track["event_at"]


def test_the_first_turn_that_is_told() -> None:
    """The turn at the end of the questions: Isis has 3 followers."""
    steps = ("move", "figure 4,3", "to 3,1", "finish", "gain")
    assert played(drawn("table"), *((0, step) for step in steps)).view()["gods"][0]["followers"] == 3


def test_adjacent_and_water() -> None:
    """AK-5: the Nile separates; an Apep on water is in two regions and can lose both."""
    after = played(drawn("adjacent", "pyramid(6,7)", "pyramid(6,7) temple(5,6)"), (0, "gain"))
    assert after.view()["gods"][0]["followers"] == 2
    hexes = {(place["row"], place["col"]): place for place in drawn("adjacent").view()["hexes"]}
    assert hexes[6, 6]["regions"] != hexes[5, 5]["regions"]
    won = played(drawn("water"), (0, "gain"), (0, "card chariots"), (1, "card flood"))
    assert devotion(won) == [3, 0], "the battle, the East and the West"
    lost = played(drawn("water"), (0, "gain"), (0, "card flood"), (1, "card chariots"), (0, "decline"))
    assert devotion(lost) == [1, 1], "the West alone; nobody is left in the East"


def test_caravan() -> None:
    """AK-65, AK-68: five camels, 6 and 16 hexes, tokens 1 and 4."""
    view = drawn("caravan").view()
    assert len(view["camels"]) == 5
    assert {region["token"]: region["land"] for region in view["regions"] if region["bank"] == "delta"} == {1: 6, 4: 16}


def test_majorities() -> None:
    """AK-76, AK-77: 1 for blue's pyramids; temples are tied; the obelisk's owner is not there."""
    cards = (0, "gain"), (1, "no"), (0, "card flood"), (1, "card chariots")
    after = played(drawn("majorities"), *cards)
    assert devotion(after)[:2] == [1, 1], "blue for its majority, red for the victory only"
    assert devotion(after)[2] == 1, "green for being alone in the East"


def test_dominance() -> None:
    """AK-75: from 5 to 7."""
    assert devotion(drawn("dominance"))[0] == 5
    assert devotion(played(drawn("dominance"), (0, "gain")))[0] == 7


def test_battle_from_start_to_end() -> None:
    """AK-88 to AK-99: followers, strengths, the tie, and both ways out of it."""
    tied = played(drawn("battle"), (0, "card flood"), (1, "card drought"))
    assert tied.view()["gods"][0]["followers"] == 6
    assert tied.view()["conflict"]["battle"]["strength"] == {0: 4, 1: 4}
    won = played(tied.at(2), (0, "yes"))
    assert devotion(won) == [9, 9]
    assert won.view()["track"]["order"] == [1, 0], "Isis lies on top"
    assert (figures(won, 0), figures(won, 1)) == (["god", "warrior", "warrior", "warrior"], ["god"])
    kept = played(tied.at(2), (0, "no"))
    assert devotion(kept) == [8, 9]
    assert (len(figures(kept, 0)), figures(kept, 1)) == (4, ["god"])


def test_merge() -> None:
    """AK-177 to AK-188: a Conflict that ends on 6, 9 and 14 leads to the second drawing."""
    after = played(drawn("merge", "devotion: 6 9 14", "devotion: 3 7 12"), (0, "gain"))
    told, shown = after.view(), drawn("merged").view()
    assert devotion(after) == devotion(drawn("merged"))
    assert devotion(after)[1:] == [6, 14]
    assert after.view()["gods"][1] == shown["gods"][1]
    assert told["gods"][1]["followers"] == 8
    assert told["gods"][1]["abilities"] == shown["gods"][1]["abilities"] == ["amun", "ra"]
    assert monuments(drawn("merge")) - monuments(after) == {(6, 0), (8, 3)}
    assert figures(after, 1) == ["god", "satet", "warrior"]


def test_the_red() -> None:
    """AK-196 to AK-198: 20 is forgotten, 21 is safe; if both are in the red, Ra has won."""
    after = played(drawn("red"), (0, "gain"))
    assert [god["in_play"] for god in after.view()["gods"]] == [False, True, True]
    assert devotion(after)[1:] == [21, 26]
    assert not after.over
    alone = played(drawn("red", "devotion: 19 20 25", "devotion: 19 19 25"), (0, "gain"))
    assert alone.over
    assert alone.winners() == (2,)


@pytest.mark.parametrize(("facing", "destroyed"), [(0, {(5, 6), (5, 7)}), (5, {(5, 6)})])
def test_scorpion(facing: int, destroyed: set[tuple[int, int]]) -> None:
    """AK-169: what it points at, but not across the Nile."""
    before = drawn("scorpion", "(6,6)/0", f"(6,6)/{facing}")
    gone = monuments(before) - monuments(played(before.at(0), (0, "gain")))
    assert gone == destroyed


def test_sphinx() -> None:
    """AK-170: strength 5, none of it from figures."""
    before = played(drawn("sphinx"), (0, "gain"))
    parts = before.view()["conflict"]["battle"]["parts"][0]
    assert sum(part["n"] for part in parts) == 2
    after = played(before, (0, "card chariots"), (1, "card maat"))
    assert "strength 5" in " ".join(sentence for earlier in after.replay() for sentence in earlier.told(-1, "en"))
