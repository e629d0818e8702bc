"""Playing by hand: several steps in one, and what is lost only by mistake."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import khonsu
from khonsu.games.ankhor.rules import state as st
from khonsu.games.ankhor.rules.pieces import TOKENS
from khonsu.match.advice import closes, loss, shortcuts

DEPOT = """Khonsu position 1
game: ankhor
rules: 1
players: 2
chance: 11886071437499527593
turn: 52
covered_to_supply: 1
leftover_resources: 1
tiebreak_fewest: 1
may_split: 1
asked: menu
round_number: 26
prices: red+blue white+green black+white black+red+green white+blue+green blue+black+red
hand 0: blue*2 black green*2
hand 1: white*2 ankh
row: green-depot - black-desert - white-two#2 white-scribe
domain 0: white-depot(1,0)+token green-scarab(-1,0) green-falcon#2(0,-1) black-two#2(0,0) black-scarab(0,-2)
  green-jackal#2(1,-1)
domain 1: blue-falcon#2(-1,2) black-falcon#2(1,0) green-two(0,1) blue-desert(-1,1) black-scribe(-2,1)
  green-desert(-1,3) white-jackal(1,-1)
stack A: red-falcon red-scarab#2 black-depot white-jackal#2 red-scarab black-jackal#2 red-falcon#2 blue-two
  blue-falcon blue-scarab#2 white-scarab#2
stack B: white-falcon red-desert red-depot white-two red-two black-falcon green-falcon green-scarab#2
  blue-depot blue-jackal#2 blue-jackal black-two white-scarab red-two#2 blue-two#2 green-jackal blue-scribe
  red-jackal#2
discard: blue-scarab red-jackal black-jackal black-scarab#2 green-scribe white-desert red-scribe
  white-falcon#2 green-two#2
"""  # whatever white's depot is covered by: its token is on it

MUMMY = """Khonsu position 1
game: ankh
rules: 1
players: 2
chance: 13064056694810536090
turn: 27
first: 1
current: 1
asked: turn; conflict 1; battle; build_kind 0
stage: after_event
first_action: move
action: move
counter: 3 0 0 0
event: 16
conflicts: 3
after_conflict 0: 2 5 0 0 0
after_conflict 1: 4 7 0 0 0
after_conflict 2: 7 9 0 0 0
who: osiris isis
ranking: 0 1
devotion: 8 12
followers: 1 3
tokens: 8 7
row: 3 4
warriors: 3 0
guardian: cat-mummy apep scorpion
card: 0 1 1
powers 0: inspiring revered resplendent
powers 1: commanding revered
hand 0: flood drought chariots plague miracle maat
hand 1: flood miracle
used 0: build
used 1: drought chariots plague build maat
tiles: 2
tie_holder: 1
tie_up: 1
figures 0: cat-mummy(4,4) warrior(5,5) warrior(5,6) god(8,4) warrior(8,8)
figures 1: god(0,2) warrior(3,0) warrior(3,3) warrior(4,2) warrior(4,3) warrior(5,4) warrior(8,2)
monuments 0: temple(6,5)
monuments 1: obelisk(5,0) obelisk(7,2)
monuments neutral: temple(0,3) obelisk(1,8) pyramid(2,5) pyramid(5,8) pyramid(8,1)
underworld: 4,4
camels: 3,7-4,7 4,0-5,0 4,1-5,0 4,6-4,7 4,6-5,6 4,7-4,8 4,8-4,9 4,8-5,8 5,0-5,1 5,1-6,0 5,1-6,1 6,7-7,7
  7,6-7,7 7,7-8,6 8,5-9,6 8,6-8,7 8,6-9,6
region 0: token 5 at 1,0
region 1: token 1 at 2,9
region 2: token 3 at 0,1
region 3: token 6 at 4,7
region 4: token 4 at 5,0
region 5: token 2 at 7,7
tokens_left: 7 8
surveyed: 0 1 2 4 6 7
in_conflict: 1
c_step: 1
c_token: 5
b_step: 4
b_gods: 0 1
b_queue: 0 1 -1 -1 -1
b_at: 1
played 0: build
played 1: maat
"""  # a building is offered in a battle that Osiris can only lose


def played(name: str, seed: int, steps: int) -> Any:
    """A match after every step of random play."""
    match, chance = khonsu.game(name).match(seed=seed), random.Random(seed)
    for _ in range(steps):
        if match.over:
            return
        yield match
        match.play(chance.choice(match.legal(match.deciders[0])))


def test_a_token_or_tile_is_chosen_at_once() -> None:
    """Whatever can be taken or bought is one choice, and its steps are legal one after the other."""
    seen: Counter[str] = Counter()
    for match in played("ankhor", 3, 600):
        seat, legal = match.deciders[0], {step.text for step in match.legal(match.deciders[0])}
        found = shortcuts(match, seat, match.game.texts("en"))
        offered = [short.id for short in found] + [
            step for step in match.legal_ids(seat) if step not in {short.replaces for short in found}
        ]
        assert len(set(offered)) == len(offered)
        for short in found:
            ahead, text = match.position.copy(), ""
            for step in short.steps:
                assert step in ahead.legal(seat)
                text = ahead.notation(seat, step)
                ahead.play(seat, step)
            seen[short.label.split()[0]] += 1
            if short.label.startswith("Take") and "which you lack" in short.label:
                slot = int(short.notation.split()[1])
                assert slot in ahead.view(seat)["domains"][seat]["affordable"]
                seen["lacking"] += 1
            elif len(short.steps) > 1:
                assert text == short.notation
        if "take" in legal:
            tokens = sum(kind > 0 for kind in match.position.state.supply)
            assert sum(short.notation in TOKENS for short in found) == tokens
            slots = {short.notation for short in found if short.label.startswith("Buy")}
            assert len(slots) == sum(affordable(match, seat))
            assert slots == {f"slot {n}" for n in match.view(seat)["domains"][seat]["affordable"]}
    assert min(seen[word] for word in ("Take", "Buy", "Spend", "End", "lacking")) > 5


def affordable(match: Any, seat: int) -> list[bool]:
    """By the rules: which slots are offered after `buy`, or was chosen by itself."""
    if "buy" not in [step.text for step in match.legal(seat)]:
        return []
    after = match.position.copy()
    after.play(seat, st.BUY)
    offered = [st.SLOT_0 <= step < st.CELL_0 for step in after.legal(seat)] if after.deciders == (seat,) else []
    return [True] if not any(offered) else offered


def test_only_the_end_of_a_turn_closes_it() -> None:
    for match in played("ankhor", 3, 200):
        for step in match.legal(match.deciders[0]):
            assert closes(match.game, step.id) == (step.text == "end")


def test_games_without_shortcuts_have_none() -> None:
    for name in ("horus", "ankh"):
        for match in played(name, 3, 30):
            assert shortcuts(match, match.deciders[0], match.game.texts("en")) == []


def test_a_loss_is_told_only_where_it_can_be_avoided(game_name: str) -> None:
    """What is warned of happens, and another step would not bring it about."""
    warned = set()
    for seed in range(8):
        for match in played(game_name, seed, 250):
            seat = match.deciders[0]
            t = match.game.texts("en")
            steps = match.legal_ids(seat)
            said = {step: loss(match, seat, step, t) for step in random.Random(seed).sample(steps, min(3, len(steps)))}
            warned |= {sentence for sentence in said.values() if sentence}
            if any(said.values()):
                assert len(steps) > 1
    assert warned
    assert all("would" in sentence or "nothing" in sentence or "no " in sentence for sentence in warned)


def test_no_marker_is_warned_of_in_horus() -> None:
    """The place is warned of after which the turn ends without a marker."""
    found = 0
    for match in played("horus", 2, 300):
        seat, t = match.deciders[0], match.game.texts("en")
        for step in match.legal(seat)[:3]:
            if "place no marker" in loss(match, seat, step.id, t):
                ahead = match.at(len(match.steps))
                ahead.play(step)
                assert any("places no marker" in sentence for sentence in ahead.told(-1, "en"))
                found += 1
    assert found > 3


def test_a_covered_filled_depot_is_warned_of_in_ankhor() -> None:
    """Of the tile that must lie on the depot, chosen after `buy` or at once; other tiles find another place."""
    match = khonsu.Match.from_position(DEPOT)
    t, said = match.game.texts("en"), "This covers your filled depot: you would lose ivory (white)."
    short = next(short for short in shortcuts(match, 0, t) if short.notation == "slot 1")
    assert len(short.steps) == 2
    assert loss(match, 0, short.steps, t) == said
    assert [loss(match, 0, step.id, t) for step in match.legal(0)] == [""] * len(match.legal(0))
    match.play("buy")
    warned = {step.text: loss(match, 0, step.id, t) for step in match.legal(0)}
    assert warned["slot 1"] == said
    assert "" in warned.values()
    match.play("slot 1")
    assert any("ivory (white)" in sentence for sentence in match.told(-1, "en"))


def test_who_chooses_a_token_to_return_is_not_warned() -> None:
    """The shortcut that ends a turn and returns a token says so itself; too many ankhs are returned unasked."""
    chosen = 0
    for seed in range(3):
        for match in played("ankhor", seed, 400):
            seat, t = match.deciders[0], match.game.texts("en")
            for short in shortcuts(match, seat, t):
                if short.notation.startswith("return"):
                    assert loss(match, seat, short.steps, t) in ("", "You would have too many tokens and return ankh.")
                    chosen += 1
    assert chosen > 5


def test_figures_that_would_die_are_warned_of_in_ankh() -> None:
    match = khonsu.Match.from_position(MUMMY)
    t = match.game.texts("en")
    warned = {step.text: loss(match, 0, step.id, t) for step in match.legal(0)}
    assert warned.pop("decline") == "Osiris would lose: Cat-Mummy and warrior."
    assert warned
    assert "" in warned.values()
    match.play("decline")
    assert any("warrior" in sentence for sentence in match.told(-1, "en"))
