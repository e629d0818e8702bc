"""The coach at a table: who hears it, what it says when, and how a turn is taken back. No browser."""

from __future__ import annotations

import asyncio
import contextlib
import threading

from khonsu.web.transport.coach import MUCH


def hear(live):
    """What the coach says now, or None if it has nothing to say."""
    live.say(kind="coach", on=True)
    if live.state["confirm"]:  # it thinks about the turn for a while
        with contextlib.suppress(TimeoutError):
            return live.until("coach")
        return None
    live.say(kind="ping")
    while (message := live.read())["kind"] not in ("coach", "pong"):
        pass
    if message["kind"] == "pong":
        return None
    live.until("pong")
    return message


def play_turn(live):
    """Play until the turn waits to be ended."""
    live.say(kind="confirm", on=True)
    live.wait(lambda state: state["confirms"])
    while not live.my_turn()["confirm"]:
        live.act()


def at(visitor, game, *seats, **fields):
    """A new table of a game."""
    given = {f"seat{n}": kind for n, kind in enumerate(seats or ("person", "bot:random"))}
    answer = visitor.post(f"/new/{game}", players=str(len(given)), **given, **fields)
    assert answer.url.path.startswith("/table/"), answer.text
    return answer.url.path.rsplit("/", 1)[1]


def switch(live, on=True):
    """Press the switch, and hear what the coach answers."""
    live.say(kind="coach", on=on, switched=True)
    return heard(live)


def heard(live):
    """What the coach has said by now, or None."""
    live.say(kind="ping")
    found = None
    while (message := live.read())["kind"] != "pong":
        found = message if message["kind"] == "coach" else found
    return found


def test_goal_then_new_ideas_and_none_twice(visitor, open_turns, game_name):
    with visitor.live(at(visitor, game_name)) as live:
        live.my_turn()
        goal = hear(live)
        assert (goal["about"], goal["section"]) == ("goal", "goal")
        ideas, verdicts = [], 0
        for _ in range(4):
            play_turn(live)
            said = hear(live)
            assert said["about"] == "turn"
            if "%" in said["text"]:
                verdicts += 1
            else:  # something hidden has come to light: only what the turn has brought
                assert said["text"]
                assert not said["better"]
            live.do("done")
            live.my_turn()
            if idea := hear(live):
                assert idea["about"] == "idea"
                assert idea["title"]
                ideas.append(idea["text"])
        assert verdicts
        assert len(set(ideas)) == len(ideas) >= 2
    with visitor.live(at(visitor, game_name)) as live:  # another match: no idea is told again
        live.my_turn()
        assert hear(live)["about"] == "goal"
        play_turn(live)
        live.do("done")
        live.my_turn()
        again = hear(live)
        assert again is None or again["text"] not in ideas


def test_a_turn_in_which_something_came_to_light(visitor):
    """New tiles in Ankh'or's row: it is said what the turn has brought, and nothing that cannot be done any more."""

    def play(*wanted):
        """These steps, as far as they are asked for, until the turn waits to be ended."""
        left = list(wanted)
        while not live.my_turn()["confirm"]:
            choices = {choice["text"]: choice for choice in live.state["choices"]}
            found = next((text for text in left if text in choices), None)
            left = [text for text in left if text != found] if found != "ankh" else left
            live.do("step", choices.get(found, live.state["choices"][0])["id"])

    with visitor.live(at(visitor, "ankhor")) as live:
        live.say(kind="confirm", on=True)
        live.wait(lambda state: state["confirms"])
        play("take", "ankh", "return ankh", "end")
        assert "%" in hear(live)["text"]
        live.do("done")
        play("renew", "stack A", "take", "end")
        said = hear(live)
        assert said["about"] == "turn"
        assert said["text"]
        assert "%" not in said["text"]
        assert not said["better"]


def test_one_remark_a_turn_also_after_a_reload(visitor):
    key = visitor.new("person", "bot:random")
    with visitor.live(key) as live:
        live.my_turn()
        assert hear(live)["about"] == "goal"
        assert hear(live) is None
    with visitor.live(key) as live:
        assert hear(live) is None
        play_turn(live)
        live.do("done")
        live.my_turn()
        first = hear(live)
        assert first["about"] == "idea"
    for _ in range(2):
        with visitor.live(key) as live:
            live.my_turn()
            assert hear(live) is None


def test_try_again_goes_to_the_beginning_of_the_turn(visitor, open_turns, game_name):
    with visitor.live(at(visitor, game_name)) as live:
        live.my_turn()
        before = live.state["choices"]
        assert hear(live)
        play_turn(live)
        assert hear(live)["about"] == "turn"
        live.say(kind="retry")
        live.wait(lambda state: not state["undo"] and state["choices"])
        assert live.state["choices"] == before
        assert hear(live) is None  # it is still the same turn


def two_people(server, visit):
    """Two people, and a table of theirs."""
    ana, bo = visit(server), visit(server)
    key = ana.new("person", "open")
    bo.post(f"/table/{key}/sit/1")
    return ana, bo, key


def test_the_end_of_a_turn_does_not_wait_for_the_coach(visitor, server, monkeypatch):
    """Who ends the turn while the coach thinks about it plays on; what it finds later is not said any more."""
    begun, thinks = threading.Event(), asyncio.Event()

    async def judge(*_, **__):
        begun.set()
        await thinks.wait()

    monkeypatch.setattr(server.hub.thinkers, "judge", judge)
    with visitor.live(visitor.new("person", "bot:random")) as live:
        live.my_turn()
        play_turn(live)
        live.say(kind="coach", on=True)
        assert begun.wait(10)
        live.do("done")
        assert not live.my_turn()["confirm"]
        server.loop.call_soon_threadsafe(thinks.set)


def test_with_other_people_all_must_want_it(server, visit):
    """Who wants it is told once that the others must want it, too, and they hear of it once."""
    ana, bo, key = two_people(server, visit)
    with ana.live(key) as one, bo.live(key) as other:
        asked, waits = (one, other) if one.state["you"] in one.state["asked"] else (other, one)
        assert hear(asked) is None  # nobody has pressed the switch
        assert switch(asked)["about"] == "wait"
        told = heard(waits)
        assert told["about"] == "asked"
        assert told["text"].endswith("once everybody has switched it on.")
        asked.act()
        assert hear(asked) is None
        assert heard(waits) is None
        switch(asked, on=False)
        assert switch(asked)["about"] == "wait"
        assert heard(waits) is None  # once is enough
    first = ana if asked is one else bo
    late = bo if asked is one else ana
    assert '"suggested": ""' in first.get(f"/table/{key}").text
    assert "would like the coach." in late.get(f"/table/{key}").text
    with ana.live(key) as one, bo.live(key) as other:
        asked, waits = (one, other) if first is ana else (other, one)
        assert hear(asked) is None
        assert switch(waits) is None  # it is not this one's turn
        said = heard(asked) if asked.state["you"] in asked.state["asked"] else None
        assert said is None or said["about"] in ("goal", "idea")
        assert '"suggested": ""' in late.get(f"/table/{key}").text
        switch(waits, on=False)
        assert hear(asked) is None


def test_all_hear_the_coach_when_the_last_one_agrees(server, visit):
    ana, bo, key = two_people(server, visit)
    with ana.live(key) as one, bo.live(key) as other:
        asked, waits = (one, other) if one.state["you"] in one.state["asked"] else (other, one)
        switch(asked)
        switch(waits)
        assert heard(asked)["about"] == "goal"


def test_first_match_is_coached_by_default(server, visit, game_name):
    ana = visit(server)
    key = at(ana, game_name)
    assert '"coached": true' in ana.get(f"/table/{key}").text
    with ana.live(key) as live:
        live.my_turn()
        hear(live)
    assert '"coached": true' in ana.get(f"/table/{key}").text
    assert '"coached": false' in ana.get(f"/table/{at(ana, game_name)}").text
    assert '"coached": false' in ana.get(f"/table/{at(visit(server), game_name, 'person', 'open')}").text


def test_the_switch_is_remembered_for_each_game(server, visit):
    """Off in one game is not off in the first match of another; on stays on in later matches."""
    ana = visit(server)
    key = at(ana, "horus")
    with ana.live(key) as live:
        switch(live, on=False)
    assert '"coached": false' in ana.get(f"/table/{key}").text
    assert '"coached": true' in ana.get(f"/table/{at(ana, 'ankhor')}").text
    with ana.live(key) as live:
        switch(live)
    for table in (key, at(ana, "horus")):
        assert '"coached": true' in ana.get(f"/table/{table}").text
    assert '"coached": false' in ana.get(f"/table/{at(ana, 'horus', 'person', 'open')}").text


def test_a_much_better_turn_is_offered_and_can_be_looked_at(visitor, server, monkeypatch, open_turns, game_name):
    """Also at a table without hints."""
    real = server.hub.thinkers.judge

    async def judge(*given, **more):
        found = await real(*given, **more)
        return found and found._replace(less=MUCH)

    monkeypatch.setattr(server.hub.thinkers, "judge", judge)
    key = at(visitor, game_name)
    assert not server.call(server.hub.get(key)).table.arrangement.hints
    with visitor.live(key) as live:
        live.my_turn()
        assert not live.state["hints"]
        live.say(kind="hint")
        assert live.until("problem")["name"] == "NotYours"  # who is not coached gets none
        hear(live)
        play_turn(live)
        assert hear(live)["better"].endswith(".")
        live.say(kind="retry")
        live.wait(lambda state: not state["undo"] and state["choices"])
        live.say(kind="hint")
        hint = live.until("hint")
        live.say(kind="sketch", turn=hint["turns"][-1]["place"])
        assert len(live.until("sketch")["drawings"]) == len(hint["turns"][-1]["steps"])


def test_help_opens_at_the_present_question(visitor):
    key = visitor.new("person", "bot:random")
    with visitor.live(key) as live:
        live.my_turn()
        answer = visitor.get(f"/table/{key}/section")
    assert answer.headers["x-section"] == "take"
    assert "<h3>" in answer.text


def test_home_offers_to_learn_on_the_first_visit(server, visit):
    ana = visit(server)
    assert "New here?" in ana.get("/").text
    assert "New here?" not in ana.get("/").text
    assert "Learn in ten minutes" in ana.get("/").text
