"""The coach at a table: who hears it, what it says when, and how a turn is taken back. No browser."""

from __future__ import annotations

from khonsu.web.transport.coach import MUCH


def hear(live):
    """What the coach says now, or None if it has nothing to say."""
    live.say(kind="coach", on=True)
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


def test_goal_then_new_ideas_and_none_twice(visitor):
    with visitor.live(visitor.new("person", "bot:random", hints="on")) as live:
        live.my_turn()
        goal = hear(live)
        assert (goal["about"], goal["section"]) == ("goal", "goal")
        ideas = []
        for _ in range(4):
            play_turn(live)
            said = hear(live)
            assert said["about"] == "turn"
            assert "%" in said["text"]
            live.do("done")
            live.my_turn()
            if idea := hear(live):
                assert idea["about"] == "idea"
                assert idea["title"]
                ideas.append(idea["text"])
        assert len(set(ideas)) == len(ideas) >= 2
    with visitor.live(visitor.new("person", "bot:random")) as live:  # another match: no idea is told again
        live.my_turn()
        assert hear(live)["about"] == "goal"
        play_turn(live)
        live.do("done")
        live.my_turn()
        again = hear(live)
        assert again is None or again["text"] not in ideas


def test_one_remark_a_turn(visitor):
    with visitor.live(visitor.new("person", "bot:random")) as live:
        live.my_turn()
        assert hear(live)
        assert hear(live) is None


def test_try_again_goes_to_the_beginning_of_the_turn(visitor):
    with visitor.live(visitor.new("person", "bot:random", hints="on")) as live:
        live.my_turn()
        before = live.state["choices"]
        play_turn(live)
        live.say(kind="retry")
        live.wait(lambda state: not state["undo"] and state["choices"])
        assert live.state["choices"] == before


def test_with_other_people_all_must_want_it(server, visit):
    ana, bo = visit(server), visit(server)
    key = ana.new("person", "open")
    bo.post(f"/table/{key}/sit/1")
    with ana.live(key) as one, bo.live(key) as other:
        asked, waits = (one, other) if one.state["you"] in one.state["asked"] else (other, one)
        assert hear(asked)["about"] == "wait"
        assert hear(waits) is None
        assert hear(asked)["about"] == "goal"


def test_first_match_is_coached_by_default(server, visit):
    ana = visit(server)
    key = ana.new("person", "bot:random")
    assert '"coached": true' in ana.get(f"/table/{key}").text
    with ana.live(key) as live:
        live.my_turn()
        hear(live)
    assert '"coached": true' in ana.get(f"/table/{key}").text
    assert '"coached": false' in ana.get(f"/table/{ana.new('person', 'bot:random')}").text
    assert '"coached": false' in ana.get(f"/table/{visit(server).new('person', 'open')}").text


def test_a_much_better_turn_is_offered(visitor, server, monkeypatch):
    real = server.hub.thinkers.judge

    async def judge(*given, **more):
        found = await real(*given, **more)
        return found._replace(less=MUCH)

    monkeypatch.setattr(server.hub.thinkers, "judge", judge)
    with visitor.live(visitor.new("person", "bot:random", hints="on")) as live:
        live.my_turn()
        play_turn(live)
        assert hear(live)["better"]


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
