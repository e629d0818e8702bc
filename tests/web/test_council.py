"""Merged gods speak together: one partner proposes, the other decides, nobody else hears of it (AK-194)."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import pytest

from khonsu.bots import Candidate, Choice
from khonsu.games.ankh import team
from khonsu.web.services import lobby
from khonsu.web.services.council import weigh

from .browsing import browser, person, pytestmark, until
from .test_secrets import mark_ankh, marks

__all__ = ["browser", "person", "pytestmark"]

SEED, STEPS = 1, 182  # a match of random steps: Ana and the merged god choose a card, for which Cleo is asked
ANA, BEN, CLEO = range(3)  # Ben's god has merged into Cleo's


def test_who_plays_with_whom(random_match):
    """Nobody before the merge, two afterwards, who know the same; nobody once their god is forgotten."""
    match = random_match("ankh", 3, SEED, 20)
    assert [team.partner(match.position.reading, seat) for seat in range(3)] == [None, None, None]
    match = random_match("ankh", 3, SEED, STEPS)
    assert [team.partner(match.position.reading, seat) for seat in range(3)] == [None, CLEO, BEN]
    assert team.together(match.position.reading)
    assert match.deciders == (ANA, CLEO)
    match.play(match.legal(CLEO)[0])
    assert match.view(BEN)["secret"] == match.view(CLEO)["secret"] != match.view(ANA)["secret"]
    assert match.position.imagine(BEN, 7).save() == match.position.imagine(CLEO, 7).save()
    over = random_match("ankh", 3, SEED)
    assert [team.partner(over.position.reading, seat) for seat in range(3)] == [None, None, None]


# -- at a table --------------------------------------------------------------------------------------------------------


class Council:
    """Three people at a match of merged gods, and Eve, who watches."""

    def __init__(self, server: Any, visit: Callable[..., Any], script: Any) -> None:
        self.server, self.hub = server, server.hub
        self.people = [visit(server) for _ in range(4)]
        seats = {"seat0": "person", "seat1": "open", "seat2": "open", "name": "Ana"}
        page = self.people[ANA].post("/new/ankh", players="3", **seats)
        self.key = page.url.path.rsplit("/", 1)[1]
        for seat, name in ((BEN, "Ben"), (CLEO, "Cleo")):
            self.people[seat].post(f"/table/{self.key}/sit/{seat}", name=name)
        self.room = self.hub.rooms[self.key]
        self.table = self.room.table
        for seat in range(3):
            self.table.seats[seat].confirm = False
        for step in script.steps:
            self.call(self.hub.act(self.room, step.seat, "step", step.id))

    def call(self, work: Any) -> Any:
        return self.server.call(work)

    def connect(self, stack: ExitStack) -> list[Any]:
        return [stack.enter_context(visitor.live(self.key, query="text=1")) for visitor in self.people]


@pytest.fixture
def council(server, visit, random_match, monkeypatch) -> Council:
    monkeypatch.setattr(lobby, "new_seed", lambda: (SEED, "salt"))
    script = random_match("ankh", 3, SEED, STEPS)
    return Council(server, visit, script)


def propose(live: Any, step: int | None, **more: Any) -> dict[str, Any]:
    """Say it, and wait until it is shown."""
    live.say(kind="propose", ply=live.state["ply"], step=step, **more)
    return live.wait(lambda state: state["proposal"] is not None and state["proposal"]["step"] == step)


def test_a_proposal_is_seen_by_the_partner_and_accepted(council):
    with ExitStack() as stack:
        ana, ben, cleo, eve = council.connect(stack)
        assert ben.state["advises"] == "Cleo"
        assert ben.state["choices"] == cleo.state["choices"]
        assert "Cleo" in ben.state["question"]
        assert 'class="choice' in "".join(map(str, ben.parts))
        assert cleo.state["advises"] is None
        step = ben.state["choices"][-1]["id"]
        ply = council.table.ply
        shown = propose(ben, step)["proposal"]
        assert shown["by"] == "Ben"
        assert shown["label"] == next(choice["label"] for choice in ben.state["choices"] if choice["id"] == step)
        assert cleo.wait(lambda state: state["proposal"] is not None)["proposal"] == shown
        assert council.table.ply == ply  # no part of the journal
        for live in (ana, eve):
            live.say(kind="ping")
            while (message := live.read())["kind"] != "pong":
                assert message["kind"] == "seats"  # who comes and goes, and not even that something was said
        cleo.do("step", step)
        ben.wait(lambda state: state["ply"] > ply)
        assert cleo.state["proposal"] is None
        assert ben.state["proposal"] is None
        assert ben.state["advises"] is None
    assert council.table.match.steps[-1].id == step
    journal = council.call(council.hub.store.journal(council.key))
    assert len(journal) == STEPS + 1
    assert {entry.kind for entry in journal} == {"step"}


def test_a_proposal_stays_until_its_question_is_answered(council):
    """Others may choose meanwhile, connections may come and go; another proposal takes its place."""
    with ExitStack() as stack:
        ana, ben, _, _ = council.connect(stack)
        first, second = [choice["id"] for choice in ben.state["choices"]][:2]
        propose(ben, first)
        propose(ben, second)
        propose(ben, None)
        propose(ben, second)
        ana.do("step", ana.state["choices"][0]["id"])
        ben.wait(lambda state: state["ply"] == ana.state["ply"])
        assert ben.state["proposal"]["step"] == second
    for seat in (BEN, CLEO):
        with council.people[seat].live(council.key) as live:
            assert live.state["proposal"]["step"] == second
    for visitor in (council.people[ANA], council.people[3]):
        with visitor.live(council.key) as live:
            assert live.state["proposal"] is None
            assert live.state["advises"] is None
            assert live.state["choices"] == []


def test_nobody_else_proposes(council):
    with ExitStack() as stack:
        ana, ben, cleo, eve = council.connect(stack)
        ply, step = council.table.ply, ben.state["choices"][0]["id"]
        refused = {
            "NotYours": [(ana, {"step": step}), (cleo, {"step": step}), (cleo, {"step": None})],
            "BadMessage": [(eve, {"step": step}), (ben, {"step": step, "seat": CLEO}), (ben, {"step": "card"})],
            "Stale": [(ben, {"step": step, "ply": ply - 1}), (ben, {"step": step, "ply": ply + 1})],
            "IllegalStep": [(ben, {"step": 2**31}), (ben, {"step": -1})],
        }
        for name, tries in refused.items():
            for live, said in tries:
                live.say(**{"kind": "propose", "ply": ply, **said})
                assert live.until("problem")["name"] == name
        assert council.table.proposals == {}
        ben.say(kind="step", ply=ply, step=step, seat=CLEO)
        assert ben.until("problem")["name"] == "NotYours"  # who proposes does not decide


def test_only_two_pairs_of_eyes(server, visit, random_match, monkeypatch):
    """Secret choices carry the mark of who is asked, and all traffic is searched for it."""
    mark_ankh(monkeypatch)
    monkeypatch.setattr(lobby, "new_seed", lambda: (SEED, "salt"))
    council = Council(server, visit, random_match("ankh", 3, SEED, STEPS))
    for visitor in council.people:
        visitor.traffic.clear()
    with ExitStack() as stack:
        ana, ben, cleo, _ = council.connect(stack)
        step = ben.state["choices"][0]["id"]
        ben.say(kind="explain", step=step)
        ben.until("explain")
        propose(ben, step)
        cleo.wait(lambda state: state["proposal"] is not None)
        cleo.do("step", step)
        ana.wait(lambda state: state["ply"] == cleo.state["ply"])
        for visitor in council.people:
            for path in (f"/api/tables/{council.key}", f"/table/{council.key}", "/tables"):
                visitor.get(path)
    found = [marks("\n".join(visitor.traffic)) for visitor in council.people]
    assert found == [{ANA}, {CLEO}, {CLEO}, set()]


# -- bots --------------------------------------------------------------------------------------------------------------


def test_a_bot_proposes_what_it_would_do(council):
    with ExitStack() as stack:
        ana, _, cleo, eve = council.connect(stack)
        council.call(council.hub._stand_in(council.room, BEN, "greedy"))
        state = cleo.wait(lambda state: state["proposal"] is not None)
        assert state["proposal"]["by"] == "Ben"
        assert state["proposal"]["step"] in [choice["id"] for choice in state["choices"]]
        assert council.table.deciders == (ANA, CLEO)  # it decides nothing
        for live in (ana, eve):
            live.say(kind="ping")
            live.until("pong")
            assert live.state["proposal"] is None


@pytest.mark.parametrize("left", [False, True])
def test_a_bot_hears_its_partner_first(council, left):
    """The bot of random steps has no opinion of its own: it does as it is told, or as it likes if it may."""
    with ExitStack() as stack:
        _, ben, _, _ = council.connect(stack)
        step = ben.state["choices"][-1]["id"]
        council.call(council.hub._stand_in(council.room, CLEO, "random"))
        ben.wait(lambda state: state["seats"][CLEO]["left"])
        ply = ben.state["ply"]
        assert ben.state["advises"] == "Cleo"
        ben.say(kind="propose", ply=ply, step=None if left else step)
        ben.wait(lambda state: state["ply"] > ply)
    played = council.table.match.steps[STEPS]
    assert played.seat == CLEO
    assert left or played.id == step


def test_a_bot_does_not_wait_for_who_is_not_there(council):
    with council.people[ANA].live(council.key) as ana:
        council.call(council.hub._stand_in(council.room, CLEO, "random"))
        ana.wait(lambda state: state["steps"] > STEPS)


@pytest.mark.parametrize(
    ("candidates", "proposed", "played"),
    [
        ([(5, 9.0, 1, 0.5), (7, 1.0, 1, 0.47)], 7, 7),  # about as good: the partner's wish
        ([(5, 9.0, 1, 0.5), (7, 9.0, 1, 0.40)], 7, 5),  # clearly worse
        ([(5, 9.0, 1, 0.5)], 7, 5),  # not even considered
        ([(5, 0.3), (7, 0.3)], 7, 7),  # no shares, the same value
        ([(5, 0.3), (7, 0.2)], 7, 5),
        ([(5, 0.3, 9, 0.3), (7, 0.0, 0, None)], 7, 5),  # never tried
        ([], 7, 7),  # no opinion
        ([(5, 0.3, 1, 0.5)], 5, 5),
    ],
)
def test_a_bot_weighs_a_proposal(candidates, proposed, played):
    found = tuple(Candidate(*candidate) for candidate in candidates)
    assert weigh(Choice(5, (0.5, 0.5), found), proposed) == played


# -- in the browser ----------------------------------------------------------------------------------------------------


def test_proposing_by_a_click(council, person, server):
    pages = []
    for seat, size in ((BEN, (390, 844)), (CLEO, (1440, 900))):
        page = person(*size)
        cookies = council.people[seat].http.cookies.items()
        page.context.add_cookies([{"name": name, "value": value, "url": server.url} for name, value in cookies])
        page.goto(f"/table/{council.key}")
        page.wait_for_selector(".stage svg")
        pages.append(page)
    ben, cleo = pages
    ben.get_by_role("button", name="Leave it to Cleo").wait_for()
    assert cleo.locator(".accept").count() == 0
    ben.locator(".choice-button").first.click()
    until(ben, "() => document.getElementById('explain').textContent.startsWith('You propose')")
    until(cleo, "() => document.querySelector('.accept')")
    assert cleo.inner_text(".accept").startswith("Accept Ben's proposal: ")
    cleo.locator(".accept").click()
    until(ben, "() => !document.querySelector('.choice-button')")
    assert council.table.match.steps[-1].seat == CLEO
