"""Drawings are quick, and what makes them quick changes nothing in them."""

from __future__ import annotations

import random
from typing import Any

import pytest
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape
from websockets.frames import Frame, Opcode

import khonsu
from khonsu.draw import SHARED, Look, draw, environment
from khonsu.draw.easel import Fold, Memory, Part, quote, worked_out
from khonsu.match import Match
from khonsu.web.scenes.scene import changed
from khonsu.web.settings import LONG
from khonsu.web.transport.door import Lightly


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
    jinja.filters["kept"] = lambda macro, *arguments: macro(*worked_out(arguments))
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


def test_a_drawing_from_memory_is_the_drawing_itself(
    game_name: str, players: int, rules: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each part is known by what it was made of: with nothing remembered, every drawing of a match is the same."""
    match = khonsu.game(game_name).match(players=players, seed=8)
    chance, get = random.Random(8), Memory.get
    while not match.over and len(match.steps) < 150:
        match.play(chance.choice(match.legal(match.deciders[0])))
        if len(match.steps) % 3 == 0:
            seat, how = len(match.steps) % (players + 1) - 1, ("es", len(match.steps) % 2 == 0)
            monkeypatch.setattr(Memory, "get", get)
            drawn = match.svg(seat, *how)
            monkeypatch.setattr(Memory, "get", lambda self, key: None)
            assert match.svg(seat, *how) == drawn


def test_what_never_changes_is_sent_once(game_name: str, rules: None) -> None:
    """Style and symbols are a part of their own, and a step changes only a share of the others."""
    game = khonsu.game(game_name)
    match, chance = game.match(players=2, seed=1), random.Random(1)

    def drawn() -> list[str]:
        return draw(game, match.view(0), Look(match.names, "en", 0, {step.text: step.id for step in match.legal(0)}))

    _, known = changed([], drawn())
    for _ in range(12):
        match.play(chance.choice(match.legal(match.deciders[0])))
        sent, known = changed(known, drawn())
        new = [part for part in sent if isinstance(part, str)]
        assert not any("<symbol" in part or "<style>\n:root" in part or ".khonsu{" in part for part in new)
        assert len(new) < len(sent)


def test_parts_that_nobody_asks_for_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("khonsu.draw.easel.KEPT", 3000)
    memory = Memory()
    first = memory.put("first", "a")
    for n in range(40):
        memory.put(n, "b")
        assert memory.get("first") is first
    for n in range(40):
        memory.put(n, "c")
    assert memory.get("first") is None


def test_a_part_is_cut_where_others_stand_in_it() -> None:
    memory = Memory()
    x, y = memory.put("x", "<x/>"), memory.put("y", "<y/>")
    row = memory.put("row", "<g><x/><i/><y/></g>", [x, y])
    assert row.pieces == ("<g>", "<x/>", "<i/>", "<y/>", "</g>")
    assert (row.pieces[1], row.pieces[3]) == (x, y)
    assert [piece.number for piece in row.pieces if piece in (x, y)] == [x.number, y.number]
    both = memory.put("both", f"<b/>{row}", [row])
    assert both.pieces == ("<b/>", *row.pieces)
    assert memory.put("other", "<g>&lt;x/></g>", [x]).pieces == ()


def test_a_part_keeps_its_number_on_its_way_through_jinja() -> None:
    part = Part("<b>")
    assert quote(part) is part
    assert str(part) is part


def test_long_messages_are_compressed_without_memory() -> None:
    """Neither side keeps a window between messages; short ones go as they are."""
    agreed, how = Lightly().process_request_params([], [])
    assert {"server_no_context_takeover", "client_no_context_takeover"} <= {name for name, _ in agreed}
    short, long = Frame(Opcode.TEXT, b"a" * (LONG - 1)), Frame(Opcode.TEXT, b"ab" * LONG)
    assert how.encode(short) is short
    sent = [how.encode(long) for _ in range(2)]
    assert all(len(frame.data) < LONG for frame in sent)
    assert [how.decode(frame).data for frame in reversed(sent)] == [long.data] * 2
