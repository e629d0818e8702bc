"""Drawings are quick, and what makes them quick changes nothing in them."""

from __future__ import annotations

import random
from typing import Any

import pytest
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

import khonsu
from khonsu.draw import SHARED, environment
from khonsu.draw.easel import Fold, quote
from khonsu.match import Match
from khonsu.web.scenes.scene import changed


def plainly(match: Match, seat: int, language: str, narrow: bool) -> str:
    """The same drawing by Jinja as it comes, but for folded lines, with nothing remembered."""
    game = match.game
    assert game.folder is not None
    assert game.picture is not None
    jinja = Environment(
        loader=FileSystemLoader([game.folder / "picture", SHARED]),
        extensions=[Fold],
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    jinja.globals["kept"] = lambda macro, *arguments: macro(*arguments)
    t, choices = game.texts(language), {step.text: step.id for step in match.legal(seat)} if seat >= 0 else {}
    context = game.picture(match.view(seat), match.names, t, seat, choices, narrow)
    return jinja.get_template("board.svg").render(t=t, seat=seat, **context).strip() + "\n"


def test_a_quick_drawing_is_the_plain_drawing(game_name: str, rules: None) -> None:
    match = khonsu.game(game_name).match(seed=5)
    match.names[:2] = ["<b>Ann & Bob</b>", 'a "name"']
    chance = random.Random(5)
    for n in range(40):
        if n % 4 == 0 and not match.over:
            for seat, language, narrow in ((-1, "en", False), (match.deciders[0], "fr", True)):
                assert match.svg(seat, language, narrow) == plainly(match, seat, language, narrow)
        if not match.over:
            match.play(chance.choice(match.legal(match.deciders[0])))


@pytest.mark.parametrize("value", ["a<b", "&", "'\"", 3, 2.5, -0.0, True, None, Markup("<b>"), ["<"], {"a": "<"}])
def test_values_are_escaped_as_jinja_does(value: Any) -> None:
    assert quote(value) == str(escape(value))


def test_an_entry_comes_before_a_method(rules: None) -> None:
    folder = khonsu.game("ankhor").folder
    assert folder is not None
    template = environment(folder).from_string("{{ it.x }} {{ it.items()|length }} {{ it.update.a }}")
    assert template.render(it={"x": "<", "update": {"a": 1}}) == "&lt; 2 1"


def test_what_never_changes_is_sent_once(rules: None) -> None:
    """Style and symbols stand before everything that a step may change."""
    match = khonsu.game("ankhor").match(players=2, seed=1)
    chance = random.Random(1)
    for seat in (0, 1):
        before = match.svg(seat).split("\n")
        for _ in range(12):
            match.play(chance.choice(match.legal(match.deciders[0])))
            after = match.svg(seat).split("\n")
            _, _, between = changed(before, after)
            assert not any("<symbol" in line or "<style" in line for line in between)
            before = after
