"""Scoring, victory and ties, AO-97 to AO-104."""

from __future__ import annotations

import pytest

from khonsu.games.ankhor.rules.scoring import compare

from .table import SQUARE, Table

GREENS = "(0,0) G jackal; (1,0) G scarab; (2,0) G falcon; (3,0) G desert; (4,0) G scribe"


@pytest.mark.parametrize(
    ("domain", "numbers"),
    [
        ("(0,0) G two", 2),
        ("(0,0) G two; (1,0) R two; (3,0) W two", 6),
        (SQUARE.replace("G desert", "G two") + "; [0,0] W two", 4),
        (GREENS, 3),
        (GREENS + "; (5,0) R two", 5),
    ],
)
def test_numbers(domain, numbers):
    """AO-97: 3 points for a bonus token, 2 for a "two" tile, lone and covered ones included."""
    assert Table(domains=domain).points()[0] == numbers


@pytest.mark.parametrize(
    ("domain", "points"),
    [
        ("(0,0) G jackal", 0),
        ("(0,0) G jackal; (1,0) R jackal", 2),
        ("(0,0) G jackal; (1,0) R jackal; (2,0) W jackal", 3),
        ("(0,0) G jackal; (1,0) R jackal; (2,0) W scarab; (3,0) K scarab; (4,0) B falcon", 4),
    ],
)
def test_animals(domain, points):
    """AO-98: each animal tile in an animal group of 2 or more is worth 1 point; a lone animal nothing."""
    assert Table(domains=domain).points()[1] == points


@pytest.mark.parametrize(
    ("domain", "points"),
    [
        ("(0,0) G desert", 0),
        ("(0,0) G desert; (1,0) G jackal", 2),
        ("(0,0) G desert; (1,0) G jackal; (2,0) G two; (3,0) R two; (4,0) G two", 3),
        (GREENS, 5),
        (SQUARE, 0),
    ],
)
def test_colours(domain, points):
    """AO-99: each tile in a colour group of 2 or more is worth 1 point; a lone tile nothing."""
    assert Table(domains=domain).points()[2] == points


DEPOTS = "(0,0) R depot + token; (3,0) B depot + token"


@pytest.mark.parametrize(
    ("hand", "domain", "fr", "es"),
    [
        ("", "", 0, 0),
        ("RR", "", 0, 0),
        ("RBW", "", 1, 1),
        ("RRA", "", 1, 0),
        ("AA", "", 0, 0),
        ("BWKGRAA", "", 2, 1),
        ("B", DEPOTS, 1, 1),
        ("BWAA", DEPOTS, 2, 1),
        ("BWKG", DEPOTS, 2, 2),
        ("RR", GREENS, 0, 0),  # a bonus token is no token
    ],
)
def test_leftover_tokens(hand, domain, fr, es):
    """AO-100: 1 point per three tokens of any kinds, on depots too; with ankhs (fr) or without (es)."""
    for edition, points in (("fr", fr), ("es", es)):
        table = Table(3, hands=hand, domains=domain, edition=edition)
        assert table.points()[3] == points
        assert table.score() == table.layout() + points


def shares(domains: dict[int, str], hands: dict[int, str] | None = None, **options: object) -> tuple[float, ...]:
    """The result if the game ended now."""
    players = max(2, len(domains))
    return Table(players, domains=domains, hands=hands or {}, **options).position.result()


def test_most_points_win():
    """AO-101: most points win."""
    assert shares({0: "(0,0) G two", 1: "(0,0) R desert"}) == (1, 0)
    assert shares({0: "(0,0) G two; (1,0) R desert", 1: "(0,0) R two; (1,0) K two", 2: "(0,0) W desert"}) == (0, 1, 0)


def test_fewer_tiles_break_a_tie():
    """AO-102: in a tie the domain with fewer tiles wins, before tokens are looked at."""
    domains = {0: "(0,0) G two; (1,0) R desert", 1: "(0,0) R two"}
    assert shares(domains) == (0, 1)
    for edition in ("fr", "es"):
        assert shares(domains, {0: "BB"}, edition=edition) == (0, 1)
        assert shares(domains, {1: "BB"}, edition=edition) == (0, 1)


def test_tokens_break_a_tie():
    """AO-103: then more tokens (fr) or fewer (es) win; ankhs and tokens on depots are counted."""
    for hands, depot in (({0: "BB", 1: "B"}, ""), ({0: "BA", 1: "B"}, ""), ({0: "B", 1: "W"}, " + token")):
        domains = {0: f"(0,0) G depot{depot}", 1: "(0,0) R depot"}
        assert shares(domains, hands, edition="fr") == (1, 0)
        assert shares(domains, hands, edition="es") == (0, 1)
        assert shares(domains, hands, edition="fr", tiebreak_tokens="fewest") == (0, 1)


def test_shared_victory():
    """AO-104: still tied, the victory is shared."""
    assert shares({0: "(0,0) G two", 1: "(0,0) R two"}, {0: "BA", 1: "AK"}) == (0.5, 0.5)
    three = {0: "(0,0) G two", 1: "(0,0) R two", 2: "(0,0) W two"}
    assert shares(three) == pytest.approx((1 / 3,) * 3)
    assert shares({**three, 3: "(0,0) B desert"}) == pytest.approx((1 / 3, 1 / 3, 1 / 3, 0))


def test_other_places():
    """AO-104: the same comparison ranks the other places."""
    domains = {
        0: "(0,0) G desert; (1,0) R desert",
        1: "(0,0) W two; (1,0) K two",
        2: "(0,0) K desert",
        3: "(0,0) B desert",
    }
    hands = {2: "BB", 3: "W"}
    for edition, order in (("fr", [1, 2, 3, 0]), ("es", [1, 3, 2, 0])):
        s = Table(4, domains=domains, hands=hands, edition=edition).state
        for place, one in enumerate(order):
            assert compare(s, one, one) == 0
            for other in order[place + 1 :]:
                assert compare(s, one, other) > 0
                assert compare(s, other, one) < 0
