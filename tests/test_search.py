"""Tree search: legal, fair, reproducible, without peeking; levels; bots that fail."""

from __future__ import annotations

import json
import random
import sys
import textwrap
import time

import numpy as np
import pytest

import khonsu
from khonsu.arena.training.learners import Network, WeightedSum
from khonsu.bots import Budget, Candidate, Choice, attended, bot, bots, decide, levels, move
from khonsu.bots.levels import Mistakes, gained
from khonsu.bots.policy.kernel.network import Weights
from khonsu.bots.policy.learned import read, shipped, widened
from khonsu.bots.search import CHUNK, Clock, SearchBot, SearchTree, best_weights
from khonsu.bots.search.kernel.ends import DEPTH
from khonsu.bots.search.kernel.rehearsals import rehearse
from khonsu.bots.search.kernel.tree import NONE
from khonsu.bots.search.kernel.tuning import Tuning
from khonsu.bots.search.kernel.turns import wander
from khonsu.bots.search.rehearsing import Finalist, RehearsalRoom, chains, rehearsed
from khonsu.bots.swift import mind, turn_of
from khonsu.errors import BadOption, UnknownBot

LEVELS = [f"level{n}" for n in range(1, 9)]


@pytest.mark.parametrize("name", ["level2", "level5", "level6", "level8", "frozen-level6"])  # one of each kind
def test_levels_decide_from_knowledge_alone(game_name, players, name, random_match):
    """Dealing again all that is hidden from the seat does not change what a bot decides (same seed, same budget)."""
    chance = random.Random(4)
    for steps in (5, 47):
        match = random_match(game_name, players, 8, steps=steps)
        if match.over:
            continue
        seat = match.deciders[0]
        budget = Budget(iterations=60, seed=chance.getrandbits(60))
        choice = decide(bot(name), match, seat, budget)
        assert choice.step in match.legal_ids(seat)
        assert sum(choice.estimate) == pytest.approx(1)
        for _ in range(2):
            match.position = match.position.imagine(seat, chance.getrandbits(60))
            assert decide(bot(name), match, seat, budget) == choice


def test_search_counts_what_it_tries(game_name):
    """Every iteration tries one step of the root; values are shares of the win."""
    match = khonsu.game(game_name).match(players=2, seed=5)
    choice = decide(SearchBot(tuning={"early": 0}), match, match.deciders[0], Budget(iterations=200, seed=3))
    assert sum(candidate.visits for candidate in choice.candidates) == 200
    assert choice.candidates[0].visits == max(candidate.visits for candidate in choice.candidates)
    assert all(0 <= candidate.value <= 1 for candidate in choice.candidates)


def test_search_ends_when_its_choice_is_certain(game_name):
    """It chooses what all of its iterations would choose, and needs fewer of them."""
    saved = 0
    for seed in range(8):
        match = khonsu.game(game_name).match(players=2, seed=seed)
        seat, budget = match.deciders[0], Budget(iterations=600, seed=seed)
        whole = decide(SearchBot(tuning={"early": 0}), match, seat, budget)
        early = decide(SearchBot(), match, seat, budget)
        assert early.step == whole.step
        saved += 600 - sum(candidate.visits for candidate in early.candidates)
    assert saved > 0


@pytest.mark.parametrize("limits", [{"iterations": 200}, {"seconds": 0.05}])
def test_a_rehearsed_turn_is_played_to_its_end(game_name, limits):
    """The search thinks once about a turn and then plays it, until something comes to light."""
    match = khonsu.game(game_name).match(players=2, seed=4)
    searcher, thoughts, steps = SearchBot.of("learned,rehearse=1,ahead=300"), list[int](), 0
    grow = searcher._search
    searcher._search = lambda *given: thoughts.append(1) or grow(*given)
    seat = match.deciders[0]
    while match.deciders and steps < 40:
        here, budget = match.deciders[0], Budget(seed=steps, **limits)
        if here == seat:
            steps += len(match.legal_ids(seat)) > 1
            choice = decide(searcher, match, seat, budget)
            assert choice.step == choice.candidates[0].step
            match.play(choice.step, seat=seat)
        else:
            move(bot("swift"), match, here, budget)
    assert 0 < len(thoughts) < steps


def test_rehearsals_prefer_what_leads_further():
    """Of two turns that the tree likes as well, the one is chosen that does better in the same deals."""
    game = khonsu.game("ankhor")
    match = game.match(players=2, seed=3)
    seat = match.deciders[0]
    tree, known = SearchTree(game.kernel), mind(game, 2)
    tree.plant(match.position.copy(), seat)
    first, *_, last = match.legal_ids(seat)
    turns = [Finalist([first], 10, 0.5), Finalist([last], 10, 0.5)]
    stage = RehearsalRoom(tree, known, Tuning(rehearse=1))
    totals = np.zeros(2)
    rehearse(game.kernel, tree.arrays, known, seat, 40, np.uint64(9), stage.tuning, chains(turns), totals)
    assert rehearsed(stage, turns, 9, 80, None) == turns[int(totals.argmax())].steps
    assert rehearsed(stage, [], 9, 80, None) == []


def test_search_keeps_to_its_seconds():
    """A budget in seconds ends the search; the figure is generous because machines are busy."""
    match = khonsu.game("ankhor").match(players=2, seed=5)
    searcher = SearchBot(tuning={"early": 0})
    decide(searcher, match, match.deciders[0], Budget(iterations=1))
    began = time.perf_counter()
    choice = decide(searcher, match, match.deciders[0], Budget(seconds=0.2, seed=1))
    assert 0.2 <= time.perf_counter() - began < 5
    assert choice.candidates[0].visits > 20


def test_tree_is_kept_within_a_turn_only():
    """What was found out for the first step of a turn serves the second; a new turn begins a new tree."""
    match = khonsu.game("ankhor").match(players=2, seed=5)
    searcher = SearchBot(400)
    seat, turn, kept, turns = match.deciders[0], match.position.turn, 0, 0
    for number in range(30):
        seat = match.deciders[0]
        choice = decide(searcher, match, seat, Budget(seed=number))
        tree = searcher._trees[0]
        if match.position.turn != turn:
            turn, turns = match.position.turn, turns + 1
            assert tree.root == 0
        kept += tree.root != 0
        match.play(choice.step, seat)
    assert kept >= 5
    assert turns >= 3


def test_two_threads_search_two_trees():
    match = khonsu.game("ankhor").match(players=2, seed=5)
    searcher = SearchBot(threads=2)
    choice = decide(searcher, match, match.deciders[0], Budget(iterations=300, seed=1))
    assert sum(candidate.visits for candidate in choice.candidates) == 300
    assert [tree.nodes[0].visits for tree in searcher._trees] == [150, 150]


def secret_choices():
    """A match of Ankh in which several gods choose in secret."""
    game = khonsu.game("ankh")
    for seed in range(20):
        match, chance = game.match(players=3, seed=seed), random.Random(seed)
        while match.deciders:
            if len(match.deciders) > 1:
                return match
            seat = match.deciders[0]
            match.play(chance.choice(match.legal_ids(seat)), seat)
    raise AssertionError("nobody ever chose in secret")


def test_search_does_not_peek_at_secret_choices():
    """While several seats choose in secret, all steps of a node lead to one child: replies cannot depend on them."""
    match = secret_choices()
    searcher = SearchBot(300)
    seat = match.deciders[-1]
    decide(searcher, match, seat, Budget(seed=1))
    tree = searcher._trees[0]
    edge, tried = tree.nodes[0].first, 0
    while edge != NONE:
        tried += tree.edges[edge].visits > 0
        assert tree.edges[edge].child == NONE
        edge = tree.edges[edge].next
    assert tried > 1
    assert tree.nodes[0].common != NONE


def test_learned_weights_change_the_judgement():
    """A network that only looks at the turn's owner gives other values than the hand-made judgement."""
    game = khonsu.game("ankhor")
    match = game.match(players=2, seed=5)
    features = game.kernel.n_outlook
    chance = np.random.default_rng(0)
    weights = Weights(
        chance.normal(size=2 + features).astype(np.float32),
        chance.normal(size=(1 + features, 8)).astype(np.float32),
        chance.normal(size=8).astype(np.float32),
    )
    seat, budget = match.deciders[0], Budget(iterations=100, seed=2)
    plain, learned = (decide(SearchBot(weights=w), match, seat, budget) for w in (None, weights))
    assert [c.value for c in plain.candidates] != [c.value for c in learned.candidates]


def test_compiled_network_is_the_trained_one():
    """What is learned in NumPy is what is played: one leaf, the same shares."""
    game = khonsu.game("ankhor")
    match = game.match(players=3, seed=5)
    network = Network(game.kernel.n_outlook, 8, 3)
    network.weights.second[:] = np.random.default_rng(1).normal(size=8)
    network.weights.straight[:] = np.random.default_rng(2).normal(size=len(network.weights.straight)) * 0.1
    position = match.position.imagine(match.deciders[0], 0)
    seat = match.deciders[0]
    step = position.legal(seat)[0]
    searcher = SearchBot(1, tuning={"horizon": 0, "chains": 0}, weights=network.weights)
    choice = searcher.choose(position.copy(), seat, Budget(seed=9))
    tried = next(candidate for candidate in choice.candidates if candidate.visits)
    step = tried.step
    position.play(seat, step)
    rows = [[position.judge(other) / Tuning().scale, *position.outlook(other)] for other in range(3)]
    expected = network.shares(np.array([rows], np.float32))[0][0]
    assert tried.value == pytest.approx(expected[seat], abs=1e-5)


def test_turns_laid_into_the_tree_leave_room_for_other_steps():
    """A node on the way of a turn found by looking ahead is not closed: its other steps are considered, too."""
    match = khonsu.game("ankhor").match(players=2, seed=5)
    choice = decide(SearchBot(100, {"chains": 1}), match, match.deciders[0], Budget(seed=3))
    assert sum(candidate.visits > 0 for candidate in choice.candidates) > 1


def wandered(game, players, weights, tries, alone=0, given=(), apart=0):
    """Chains from the beginning of a match, their worths, the position and the seat; one chain may be given."""
    match = game.match(players=players, seed=5)
    seat, k = match.deciders[0], game.kernel
    position = match.position.imagine(seat, 0)
    tree = SearchTree(k)
    tree.plant(position, seat)
    chains, worths = np.zeros((10, DEPTH + 2), np.int32), np.full(10, -np.inf)
    chains[0, : 1 + len(given)] = (len(given), *given)
    tuning = Tuning(ahead=tries, scale=4.0, alone=alone, apart=apart)
    wander(k, tree.arrays, seat, np.uint64(3), tuning, weights, chains, worths)
    return chains, worths, position, seat


def ends(position, seat, chains):
    """The positions that chains lead to."""
    for chain in chains:
        end = position.copy()
        for step in chain[1 : 1 + chain[0]]:
            assert int(step) in end.legal(seat)
            end.play(seat, int(step))
        assert end.turn != position.turn or end.deciders != (seat,)
        yield end


def test_turns_are_appraised_at_their_ends():
    """A network that is the hand-made judgement alone gives a turn the lead that both seats' judgements show."""
    game = khonsu.game("ankhor")
    chains, worths, position, seat = wandered(game, 2, Network(game.kernel.n_outlook, 1, 0).weights, 400)
    for end, worth in zip(ends(position, seat, chains), worths):
        assert worth == pytest.approx(end.judge(seat) - end.judge(1 - seat), abs=1e-3)
    assert len({chain.tobytes() for chain in chains}) == len(chains)
    chains, worths, position, seat = wandered(game, 2, Network(game.kernel.n_outlook, 1, 0).weights, 400, alone=1)
    for end, worth in zip(ends(position, seat, chains), worths):
        assert worth == pytest.approx(end.judge(seat), abs=1e-3)  # of the own seat only


def test_turns_that_come_to_the_same_are_kept_once():
    """Most places for a tile look the same: without care all the turns that the search compares are one turn."""
    game = khonsu.game("horus")
    weights = best_weights(game, 2)
    worths = {apart: wandered(game, 2, weights, 1000, apart=apart)[1] for apart in (0, 1)}
    assert np.diff(np.sort(worths[0])).min() < 1e-4
    assert np.diff(np.sort(worths[1])).min() >= 1e-4
    assert worths[1].max() > -np.inf


def test_the_look_for_turns_begins_with_the_one_that_is_given():
    """Swift's own turn is what the search compares others with; it ends where the turn ends."""
    game = khonsu.game("ankhor")
    match = game.match(players=2, seed=5)
    seat = match.deciders[0]
    steps = turn_of(match.position.imagine(seat, 0), seat, mind(game, 2), 1, DEPTH)
    chains, worths, position, seat = wandered(game, 2, best_weights(game, 2), 1, given=steps)
    assert chains[0, 1 : 1 + chains[0, 0]].tolist() == steps
    assert worths[0] > -np.inf
    assert len(list(ends(position, seat, chains[:1]))) == 1


def test_a_weighted_sum_foretells_the_own_lead():
    """Without hidden sums only the seat itself is asked; more tries find better turns."""
    game = khonsu.game("horus")
    weights = WeightedSum(game.kernel.n_outlook).weights
    chance = np.random.default_rng(1)
    weights.straight[:] = chance.normal(size=len(weights.straight)) / 10
    chains, worths, position, seat = wandered(game, 3, weights, 2000)
    for end, worth in zip(ends(position, seat, chains), worths):
        row = np.array([end.judge(seat) / 4, 1, *end.outlook(seat)])
        assert worth == pytest.approx(4 * row @ weights.straight, abs=1e-2)
    assert worths.mean() > wandered(game, 3, weights, 20)[1].mean()


def test_shipped_weights_fit_and_say_how_they_were_made():
    """A game may ship weights for one number of players, or for any."""
    for game in map(khonsu.game, khonsu.games()):
        files = list(game.folder.glob("weights/**/*.npz"))
        assert files
        for file in files:
            with np.load(file) as kept:
                assert json.loads(str(kept["about"]))["made"].startswith(f"khonsu train {game.about.name}")
            assert widened(read(file), game.kernel.n_outlook) is not None
    for players in (2, 3, 4):
        assert shipped(khonsu.game("ankhor"), players) is not None
        assert shipped(khonsu.game("horus"), players) is not None
        assert shipped(khonsu.game("ankh"), players) is None
    two, four = (shipped(khonsu.game("horus"), players) for players in (2, 4))
    assert not np.array_equal(two.straight, four.straight)


def test_levels_are_listed_and_unknown_ones_are_not():
    assert set(LEVELS) <= set(bots())
    with pytest.raises(UnknownBot):
        bot("level9")


def test_lower_levels_err_as_people_do(game_name):
    """They choose among what swift compares, often otherwise than it; a step that brings points is never overlooked."""
    match = khonsu.game(game_name).match(players=2, seed=5)
    chance, differ = random.Random(1), 0
    for number in range(40):
        seat, budget = match.deciders[0], Budget(seed=number)
        seen, chosen = (decide(bot(name), match, seat, budget) for name in ("level5", "level1"))
        assert chosen.candidates == seen.candidates
        differ += chosen.step != seen.step
        match.play(chance.choice(match.legal_ids(seat)), seat)
        if match.over:
            break
    assert 3 < differ < 40
    level = bot("level1")
    level.mistakes = lambda game: Mistakes(overlook=1.0, eager=1e9, blur=0.0)
    for number in range(40):
        match = khonsu.game(game_name).match(players=2, seed=number)
        for _ in range(30):
            if not match.over:
                match.play(chance.choice(match.legal_ids(match.deciders[0])), match.deciders[0])
        if match.over:
            continue
        position, seat = match.position.imagine(match.deciders[0], 1), match.deciders[0]
        choice = level.choose(position.copy(), seat, Budget(seed=number))
        gains = gained(position, seat, choice.candidates)
        assert gains[choice.step] == max(gains.values()) or max(gains.values()) <= 0


def test_a_level_keeps_its_promise_where_the_machine_is_slow(monkeypatch):
    """The highest level counts iterations, but decides when somebody has waited long enough."""
    monkeypatch.setattr(levels, "WAIT", 1e-6)
    match = khonsu.game("ankhor").match(players=2, seed=5)
    hasty = decide(bot("level8"), match, match.deciders[0], Budget(seed=1))
    assert sum(candidate.visits for candidate in hasty.candidates) <= 2 * CHUNK


def test_time_is_the_processors_with_an_end_by_the_clock():
    """Sleeping uses no processor time, but somebody waits."""
    clock = Clock(seconds=10.0, most=0.05)
    assert clock.used() < 1
    time.sleep(0.06)
    assert clock.used() >= 1
    asleep = Clock(seconds=0.2, most=100.0)
    time.sleep(0.25)
    assert asleep.used() < 0.5
    assert 0 < asleep.left().seconds <= 0.2


def test_a_search_can_be_given_settings():
    searcher = bot("search:120,explore=0.5,threads=2")
    assert (searcher.iterations, searcher.threads, searcher.tuning) == (120, 2, {"explore": 0.5})
    assert searcher.name == "search:120,explore=0.5,threads=2"
    assert bot("search:learned,seconds=0.25").seconds == 0.25
    for bad in (
        "search:many",
        "search:seconds=0",
        "search:seconds=nan",
        "search:depth=3",
        "search:weights=nowhere.npz",
    ):
        with pytest.raises(BadOption, match="ITERATIONS"):
            bot(bad)
    with pytest.raises(UnknownBot):
        bot("greedy:5")


# -- bots that fail ----------------------------------------------------------------------------------------------------


class Failing:
    """A bot that fails in a given way."""

    name = "failing"

    def __init__(self, how):
        self.how = how

    def choose(self, position, seat, budget):
        if self.how == "crash":
            raise RuntimeError("no idea")
        if self.how == "exit":
            sys.exit(3)
        if self.how == "hang":
            time.sleep(60)
        if self.how == "damage":
            position.states[0] = np.zeros(1, position.states.dtype)[0]
            raise RuntimeError("table overturned")
        if self.how == "nothing":
            return None
        return Choice(10**6, (0.5, 0.5), (Candidate(10**6, 1.0),))


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ("crash", "RuntimeError: no idea"),
        ("exit", "SystemExit: 3"),
        ("hang", "TimeoutError"),
        ("damage", "table overturned"),
        ("nothing", "AttributeError"),
        ("illegal", "1000000 is not a legal step"),
    ],
)
def test_greedy_plays_for_a_bot_that_fails(how, said, caplog):
    match = khonsu.game("ankhor").match(players=2, seed=2)
    seat, before = match.deciders[0], len(match.steps)
    expected = decide(bot("greedy"), match, seat, Budget(seed=4)).step
    choice = move(Failing(how), match, seat, Budget(seconds=0.05, seed=4))
    assert choice.step == expected
    assert len(match.steps) == before + 1
    assert said in choice.note
    assert "greedy played this step for failing" in caplog.text
    assert f"# {choice.note}" in match.record()
    assert khonsu.read(match.record()).comments[before] == [choice.note]


def test_greedy_itself_may_not_fail():
    """There is nobody left to stand in."""
    match = khonsu.game("ankhor").match(players=2, seed=2)
    failing = Failing("crash")
    failing.name = "greedy"
    with pytest.raises(RuntimeError):
        attended(failing, match.position.copy(), match.deciders[0], Budget())


PROGRAM = """
    import json, sys
    for line in sys.stdin:
        asked = json.loads(line)
        if sys.argv[1] == "first":
            print(json.dumps({"step": asked["legal"][0]["text"]}), flush=True)
        elif sys.argv[1] == "end":
            sys.exit(0)
        elif sys.argv[1] == "babble":
            print("good evening", flush=True)
        elif sys.argv[1] == "wrong":
            print(json.dumps({"step": "fly"}), flush=True)
"""


@pytest.fixture
def program(tmp_path):
    file = tmp_path / "program.py"
    file.write_text(textwrap.dedent(PROGRAM))
    return lambda how: f"program:{sys.executable} {file} {how}"


def test_a_program_can_play(program):
    """A whole match; the program answers with notation."""
    match = khonsu.game("ankhor").match(players=2, seed=2)
    seats = [bot(program("first")), bot("random")]
    while match.deciders:
        seat = match.deciders[0]
        first = match.legal_ids(seat)[0]
        choice = move(seats[seat], match, seat, Budget(seed=len(match.steps)))
        assert choice.note == ""
        assert seat == 1 or choice.step == first
    seats[0].close()


@pytest.mark.parametrize("how", ["end", "babble", "wrong", "silent"])
def test_a_program_that_fails_is_stood_in_for(program, how):
    match = khonsu.game("ankhor").match(players=2, seed=2)
    chooser = bot(program(how))
    for _ in range(2):
        choice = move(chooser, match, match.deciders[0], Budget(seconds=0.2))
        assert "greedy played this step for program:" in choice.note
    chooser.close()


def test_a_program_that_does_not_exist():
    match = khonsu.game("ankhor").match(players=2, seed=2)
    choice = decide(bot("program:there-is-no-such-program"), match, match.deciders[0], Budget())
    assert "FileNotFoundError" in choice.note


def test_a_program_sees_what_its_seat_sees(random_match):
    """The question holds the seat's own view, and nothing else of the state."""
    from khonsu.bots.programs import question

    match = random_match("horus", 3, 1, steps=30)
    seat = match.deciders[0]
    asked = question(match.position.imagine(seat, 1), seat, Budget())
    assert asked["view"] == match.view(seat)
    assert set(asked) == {"game", "players", "seat", "turn", "view", "legal", "budget"}
