"""What the coach knows of each game: ideas that come up in matches, and a section for every question."""

from __future__ import annotations

import pytest

import khonsu
from khonsu.bots import Budget, bot
from khonsu.bots.turns import judge, turns
from khonsu.draw import Look, render
from khonsu.games import part
from khonsu.lessons.quiz import played
from khonsu.rulebook import rulebook

GAMES = list(khonsu.games())
MATCHES = (1, 2, 3, 4, 5)


@pytest.mark.parametrize("game", GAMES)
def test_every_idea_comes_up_and_fills_its_sentence(game):
    book, t = part(game, "words.coach").COACH, khonsu.game(game).texts("fr")
    keys = [idea.key for idea in book.ideas]
    assert len(set(keys)) == len(keys) >= 8
    seen = set()
    for seed in MATCHES:
        for position in played(game, seed)[::3]:
            for seat in position.deciders[:1]:
                view = position.view(seat)
                for idea in book.ideas:
                    places = idea.when(view, seat)
                    if places is not None and idea.key not in seen:
                        filled = {name: t.term(one) if isinstance(one, str) else one for name, one in places.items()}
                        assert "{" not in t(idea.sentence, **filled)
                        seen.add(idea.key)
    assert seen >= set(keys) - {"island", "transport"}  # these are rare


@pytest.mark.parametrize("game", GAMES)
def test_what_an_idea_speaks_of_is_in_the_drawing(game):
    """A place on the board is pointed at, not only named by its coordinates."""
    book, found = part(game, "words.coach").COACH, 0
    for position in played(game, 1)[::9]:
        seat = position.deciders[0]
        view = position.view(seat)
        for idea in book.ideas:
            filled = idea.when(view, seat) or {}
            assert ("x" in filled) == ("places" in filled)
            for place in filled.get("places", ()):
                drawn = render(
                    khonsu.game(game), view, Look(["Ann", "Bob", "Cid", "Dora", "Eve"], "en", seat, {}, False)
                )
                assert place.strip("[]") in drawn
                found += 1
    assert found or game != "horus"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "es", "fr"])
def test_every_section_is_in_the_rulebook(game, language):
    book = part(game, "words.coach").COACH
    anchors = rulebook(game, language).anchors
    assert {idea.section for idea in book.ideas} | set(book.sections.values()) | {"goal"} <= set(anchors)


@pytest.mark.parametrize("game", GAMES)
def test_every_question_has_a_section(game):
    book = part(game, "words.coach").COACH
    for seed in MATCHES:
        for position in played(game, seed)[::5]:
            asked = position.view(position.deciders[0]).get(book.question)
            assert asked in book.sections, asked


@pytest.mark.parametrize("game", GAMES)
def test_the_best_turn_costs_nothing_and_a_silly_one_does_not_gain(game):
    chooser = bot("level5")
    position = next(one for one in played(game, 2)[20:] if len(one.legal(one.deciders[0])) > 1)
    seat = position.deciders[0]
    start = position.imagine(seat, 1)
    best = turns(chooser, start, seat, Budget(seed=1)).best[0]
    judged = judge(chooser, start, seat, best.steps, Budget(seed=1))
    assert judged.less == 0
    assert judged.played.after == best.after
    at, steps = start.copy(), []
    while at.turn == start.turn and seat in at.deciders and not (steps and at.revealed):
        steps.append(at.legal(seat)[-1])
        at.play(seat, steps[-1])
    other = judge(chooser, start, seat, tuple(steps), Budget(seed=1))
    assert other.less >= 0
    assert other.played.share is None or other.played.share <= judged.played.share
    assert judge(chooser, start, seat, (*steps, 10**6), Budget(seed=1)) is None
