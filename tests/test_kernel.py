"""The kernel: chance, the compiler's cache, fields of a state."""

from __future__ import annotations

import inspect
import os
import subprocess
import sys
import tomllib
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import numba
import numpy as np
import pytest
from numba import types
from numba.core import caching

import khonsu
from khonsu.kernel import cache
from khonsu.kernel.batch import pick_seat, play_random
from khonsu.kernel.bundle import bundle
from khonsu.kernel.cache import Entries
from khonsu.kernel.chance import draw, scaled, scramble, shuffle, stream
from khonsu.kernel.compile import ENABLED, entry, kept, quick, ready, record_type, rule
from khonsu.kernel.generic import named
from khonsu.kernel.link import RuleLibrary
from khonsu.kernel.position import Position
from khonsu.kernel.reading import reading_of
from khonsu.kernel.state import state_dtype

TOY = state_dtype([("heap", np.int16)], events=1, pending=1)


def test_generator_is_splitmix64():
    """The published values for seed 0 and for seed 1234567."""
    assert int(scramble(np.uint64(0))) == 0xE220A8397B1DCDAF
    state, found = np.uint64(1234567), []
    for _ in range(3):
        found.append(int(scramble(state)))
        with np.errstate(over="ignore"):
            state = state + np.uint64(0x9E3779B97F4A7C15)
    assert found == [6457827717110365317, 3203168211198807973, 9817491932198370423]
    assert stream(1234567, 0, 3) == found
    assert stream(1234567, 2, 1) == found[2:]


def test_draws_are_even():
    states = khonsu.game("ankhor").kernel.new()
    counts = np.zeros(7)
    for _ in range(7000):
        counts[draw(states[0], 7)] += 1
    assert counts.min() > 850
    assert counts.max() < 1150


def test_shuffle_reaches_every_order():
    states = khonsu.game("ankhor").kernel.new()
    found = {}
    for _ in range(6000):
        items = np.arange(3, dtype=np.int16)
        shuffle(states[0], items, 3)
        found[tuple(items.tolist())] = found.get(tuple(items.tolist()), 0) + 1
    assert len(found) == 6
    assert min(found.values()) > 850


def test_fields_that_numpy_would_hide_are_refused():
    with pytest.raises(ValueError, match="'round' cannot be a field"):
        state_dtype([("round", np.int8)], events=1, pending=1)


def test_a_later_start_compiles_nothing():
    """Everything comes from the cache in a second process."""
    code = """
import khonsu
from khonsu.kernel import batch
from khonsu.bots.search.kernel import ends
for name in khonsu.games():
    game = khonsu.game(name)
    ends.best_ends.on(game.kernel)
    kernels = [getattr(game.kernel, part) for part in ("start", "deciders", "legal", "play", "imagine", "judge")]
    kernels += [one.kernel for one in (batch.playouts, batch.simulate, batch.play_random, ends.best_ends)]
    print([kernel.py_func.__name__ for kernel in kernels if kernel.stats.cache_misses])
"""
    for _ in range(2):
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) == {"[]"}


def test_cache_follows_the_sources(tmp_path):
    """A changed helper in another file of `rules` means another folder, a changed file elsewhere does not."""
    rules = tmp_path / "toy" / "rules"
    rules.mkdir(parents=True)
    (rules / "contract.py").write_text("def play(s):\n    pass\n")
    (rules / "helper.py").write_text("X = 1\n")

    def folder() -> Path | None:
        cache._digest.cache_clear()
        made: dict[str, Any] = {}
        exec(compile((rules / "contract.py").read_text(), str(rules / "contract.py"), "exec"), made)
        return cache.cache_folder(made["play"])

    first = folder()
    (rules / "helper.py").write_text("X = 2\n")
    assert folder() != first
    (rules / "helper.py").write_text("X = 1\n")
    (tmp_path / "toy" / "words.py").write_text("words\n")
    assert folder() == first


def test_the_same_sources_elsewhere_compile_nothing(tmp_path):
    """The cache goes by content: the place and the age of a checkout do not matter."""
    for place in ("here", "there"):
        rules = tmp_path / place / "rules"
        rules.mkdir(parents=True)
        (rules / "toy.py").write_text("from khonsu.kernel.compile import kept\n\n\ndef double(x):\n    return 2 * x\n")
    code = """
import sys
sys.path.insert(0, sys.argv[1])
from rules.toy import double
from khonsu.kernel.compile import kept
from numba import types
kernel = kept(double)
kernel.compile((types.int64,))
print(kernel(21), sum(kernel.stats.cache_misses.values()))
"""
    said = []
    for place in ("here", "there"):
        environment = {**os.environ, "KHONSU_CACHE": str(tmp_path / "cache")}
        command = [sys.executable, "-c", code, str(tmp_path / place)]
        done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
        said.append(done.stdout.split())
    assert said == ([["42", "1"], ["42", "0"]] if ENABLED else said)


def test_play_in_the_kernel_is_play_from_python(game_name):
    """Random steps inside compiled code lead where the same steps lead one by one, for any limit."""
    game = khonsu.game(game_name)
    kernel, players = game.kernel, game.about.players[-1]
    numbers, out = game.numbers(players, game.about.resolve({})), np.empty(kernel.most, np.int32)
    for seed in range(8):
        inside, alone = kernel.new(), kernel.new()
        kernel.start(inside[0], players, np.uint64(seed), numbers)
        kernel.start(alone[0], players, np.uint64(seed), numbers)
        assert play_random(kernel, inside, out, np.uint64(seed), 60) == 60
        chance = np.uint64(seed)
        for _ in range(60):
            chance = np.uint64(scramble(chance))
            seat = int(pick_seat(int(kernel.deciders(alone[0])), chance))
            n = int(kernel.legal(alone[0], seat, out))
            kernel.play(alone[0], seat, int(out[scaled(chance, n)]))
        assert inside.tobytes() == alone.tobytes()


def test_what_is_made_of_a_game_is_made_once():
    """A second `on` finds what the first one made: no compiling, no look at types."""
    kernel = khonsu.game("ankhor").kernel
    assert bundle(kernel) is bundle(kernel)
    assert play_random.on(kernel) is play_random.on(kernel)
    assert play_random.on(kernel) is not play_random.on(khonsu.game("horus").kernel)


def test_a_reading_is_what_the_record_says(game_name, random_match):
    """Field by field, one at a time and all at once."""
    position = random_match(game_name, khonsu.games()[game_name].players[-1], 3, steps=40).position
    for reading in (position.reading, position.reading.whole()):
        for name in position.state.dtype.names:
            assert np.array_equal(getattr(reading, name), position.state[name]), name
    assert position.reading.tolist()[1] == position.turn
    with pytest.raises(AttributeError):
        _ = position.reading.nothing


def test_a_position_of_an_array_shares_its_first_state(game_name):
    """What is played there is played in the array; a copy is on its own."""
    game = khonsu.game(game_name)
    states = game.kernel.new(2)
    position = Position(game, states)
    position.state.turn = 5
    copy = position.copy()
    copy.state.turn = 6
    assert (states[0].turn, states[1].turn, position.turn, copy.turn) == (5, 0, 5, 6)
    with pytest.raises(ValueError, match="no state of"):
        Position.load(game, position.save() + b"x")


# -- what the kernel relies on in Numba beyond its public interface; a new version fails here first --------------------

compiled = pytest.mark.skipif(not ENABLED, reason="the compiler is off")


def changed(what, who):
    """What to say when Numba is not any more what it was."""
    return f"Numba {numba.__version__}: {what} has changed; khonsu/kernel/{who} relies on it"


class Pair(NamedTuple):
    """A structure handed to compiled code."""

    count: int
    row: Any


def doubled(x):
    return 2 * x


@rule
def counted_down(n):
    """A rule that calls itself."""
    if n == 0:
        return 0
    return n + counted_down(n - 1)


def played(s):
    s.turn += 1
    return np.int64(s.turn)


def total(pair):
    return pair.row[:3].sum() * pair.count


def test_numba_is_one_that_was_tested():
    """The bounds of pyproject.toml name no version that these tests have not seen."""
    project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert "numba>=0.61,<0.69" in project["dependencies"]
    assert (0, 61) <= tuple(map(int, numba.__version__.split(".")[:2])) < (0, 69)


def test_numba_asks_a_locator_where_its_cache_is():
    asked = {name for name, value in vars(caching._CacheLocator).items() if getattr(value, "__isabstractmethod__", 0)}
    expected = {"get_cache_path", "get_source_stamp", "get_disambiguator"}
    assert asked == expected, changed("the interface of _CacheLocator", "cache.py")
    parameters = list(inspect.signature(caching._CacheLocator.from_function).parameters)
    assert parameters == ["py_func", "py_file"], changed("from_function", "cache.py")
    assert hasattr(caching.CompileResultCacheImpl, "_locator_classes"), changed("_locator_classes", "cache.py")
    assert hasattr(caching.FunctionCache, "_impl_class"), changed("_impl_class", "cache.py")
    entries = {name for name in vars(Entries) if not name.startswith("_")}
    assert entries <= set(vars(caching.IndexDataCacheFile)), changed("IndexDataCacheFile", "cache.py")
    assert list(inspect.signature(caching.FunctionCache._index_key).parameters) == ["self", "sig", "codegen"], changed(
        "_index_key", "cache.py"
    )


@compiled
def test_numba_takes_its_code_from_our_cache(tmp_path):
    """Two dispatchers of one function: what the first compiles, the second loads, from the folder that we chose."""
    first, second = kept(doubled, tmp_path / "digest"), kept(doubled, tmp_path / "digest")
    assert quick(first, types.int64)(21) == 42
    assert list((tmp_path / "digest").glob("*.nbc")), changed("Dispatcher._cache", "compile.py")
    assert quick(second, types.int64)(21) == 42
    assert sum(second.stats.cache_hits.values()) == 1, changed("Dispatcher._cache", "compile.py")
    assert not second.stats.cache_misses


@compiled
def test_numba_types_rules_through_our_template():
    """A rule that is called with several widths of integers is compiled once."""
    inner = rule(doubled)
    outer = kept(lambda a, b: inner(a) + inner(b) + inner(3))
    assert quick(outer, types.int8, types.int32)(1, 2) == 12
    assert list(inner.linked.overloads) == [(types.int64,)], changed("Dispatcher.get_call_template", "compile.py")


@compiled
def test_numba_links_rules_into_what_calls_them():
    """Rules that call rules are finished in the entry alone, and can be called from Python all the same."""
    inner = rule(doubled)
    middle = rule(lambda x: inner(x) + 1)
    outer = kept(lambda x: middle(x) * 10)
    assert quick(outer, types.int64)(2) == 50, changed("linking", "link.py")
    for one in (inner, middle):
        (made,) = one.linked.overloads.values()
        assert isinstance(made.library, RuleLibrary), changed("the pipeline", "link.py")
        assert not one.overloads
    assert middle(2) == 5
    assert quick(kept(lambda n: counted_down(n)), types.int64)(4) == 10, changed("recursion", "compile.py")


@compiled
def test_numba_reads_a_record_through_its_data():
    """An entry takes whatever holds the bytes, and writes into them."""
    step = entry(types.int64(record_type(TOY)))(played)
    held = SimpleNamespace(data=bytearray(TOY.itemsize))
    assert [ready(step, TOY)(held) for _ in range(3)] == [1, 2, 3], changed("the unboxing of records", "compile.py")
    assert np.frombuffer(held.data, TOY)["turn"].tolist() == [3]
    assert step(reading_of(TOY)(held.data)) == 4, changed("_numba_type_", "reading.py")


@compiled
def test_numba_compiles_no_more_once_that_is_closed():
    double = entry(types.int64(types.int64))(doubled)
    ready(double, TOY)
    assert double(21) == 42
    with pytest.raises(TypeError, match="No matching definition"):
        double("no number")
    assert len(double.overloads) == 1, changed("Dispatcher.disable_compile", "compile.py")


@compiled
def test_numba_gives_an_entry_point_that_takes_structures():
    """It unpacks named tuples by their fields and refuses arrays of another size."""
    call = quick(kept(total), named(Pair, types.int64, types.float64[::1]))
    assert call(Pair(2, np.arange(5.0))) == 6, changed("entry_point", "compile.py")
    with pytest.raises(TypeError):
        call(Pair(2, np.arange(5, dtype=np.int8)))
