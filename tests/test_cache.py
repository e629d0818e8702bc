"""Compiled code on disk: one place for all commands, whole or not at all, cleared of what nobody uses."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from numba import types

from khonsu.kernel import cache
from khonsu.kernel.compile import ENABLED, kept, quick

compiled = pytest.mark.skipif(not ENABLED, reason="the compiler is off")


def doubled(x):
    return 2 * x


def test_the_folder_can_be_chosen(monkeypatch, tmp_path):
    monkeypatch.setenv("KHONSU_CACHE", str(tmp_path))
    assert cache.cache_root() == tmp_path
    monkeypatch.delenv("KHONSU_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "x"))
    assert cache.cache_root() == tmp_path / "x" / "khonsu"


@pytest.mark.parametrize(
    ("platform", "place"),
    [("linux", ".cache/khonsu"), ("darwin", "Library/Caches/khonsu"), ("win32", "AppData/Local/khonsu/cache")],
)
def test_otherwise_it_is_the_users(monkeypatch, tmp_path, platform, place):
    for name in ("KHONSU_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr("sys.platform", platform)
    assert cache.cache_root() == tmp_path / place


def test_make_uses_the_same_folder_as_every_command():
    assert "KHONSU_CACHE" not in (Path(__file__).parents[1] / "Makefile").read_text(encoding="utf-8")


def test_each_signature_has_a_file_of_its_own(tmp_path):
    """Two processes that save for two games at once do not know of each other."""
    here, there = cache.Entries(tmp_path / "digest", "search"), cache.Entries(tmp_path / "digest", "search")
    here.save("a game", 1)
    there.save("another game", 2)
    assert (here.load("a game"), here.load("another game"), here.load("a third")) == (1, 2, None)
    assert not list((tmp_path / "digest").glob("*.part"))


@compiled
@pytest.mark.parametrize("harm", [lambda raw: raw[:-7], lambda raw: raw[:50] + b"?" + raw[51:], lambda raw: b""])
def test_what_is_broken_is_compiled_again(tmp_path, harm):
    quick(kept(doubled, tmp_path / "digest"), types.int64)
    (file,) = (tmp_path / "digest").glob("*.nbc")
    file.write_bytes(harm(file.read_bytes()))
    again, once_more = kept(doubled, tmp_path / "digest"), kept(doubled, tmp_path / "digest")
    assert quick(again, types.int64)(21) == 42
    assert not again.stats.cache_hits
    assert quick(once_more, types.int64)(21) == 42
    assert once_more.stats.cache_hits


@compiled
@pytest.mark.parametrize("trouble", ["read-only", "full"])
def test_a_disk_that_takes_nothing_costs_a_warning(monkeypatch, tmp_path, trouble):
    def refuse(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    cache._say_once.cache_clear()
    if trouble == "full":
        monkeypatch.setattr("tempfile.mkstemp", refuse)
    else:
        (tmp_path / "root").write_text("no folder")
    with pytest.warns(UserWarning, match="compiled again at the next start"):
        call = quick(kept(doubled, tmp_path / "root" / "digest"), types.int64)
    assert call(21) == 42


def test_whether_anything_can_be_kept_is_known_before(monkeypatch, tmp_path):
    monkeypatch.setenv("KHONSU_CACHE", str(tmp_path / "new" / "folder"))
    assert cache.can_keep() == ""
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("KHONSU_CACHE", str(tmp_path / "file"))
    assert str(tmp_path / "file") in cache.can_keep()


@compiled
def test_nothing_is_compiled_where_only_loading_is_allowed(tmp_path):
    with cache.only_loading(), pytest.raises(cache.NotCompiled):
        quick(kept(doubled, tmp_path / "digest"), types.int64)
    quick(kept(doubled, tmp_path / "digest"), types.int64)
    with cache.only_loading():
        assert quick(kept(doubled, tmp_path / "digest"), types.int64)(21) == 42


# -- clearing ----------------------------------------------------------------------------------------------------------


def folder(root: Path, name: str, days: float, size: int = 1000) -> Path:
    """Code that was last used so many days ago."""
    made = root / name
    made.mkdir(parents=True)
    (made / "rules.nbc").write_bytes(bytes(size))
    os.utime(made, (time.time() - days * 86400,) * 2)
    return made


def test_what_nobody_uses_is_removed(tmp_path):
    young, old = folder(tmp_path, "a" * 16, 2), folder(tmp_path, "b" * 16, 40)
    foreign = folder(tmp_path, "photographs", 400)
    cache.clear(tmp_path)
    assert (young.exists(), old.exists(), foreign.exists()) == (True, False, True)


def test_beyond_a_size_the_oldest_goes(tmp_path):
    folders = [folder(tmp_path, str(days) * 16, days) for days in (3, 1, 2)]
    cache.clear(tmp_path, most=2500)
    assert [made.exists() for made in folders] == [False, True, True]


@pytest.mark.skipif(os.name != "posix", reason="Windows itself keeps files that are open")
def test_what_a_process_uses_stays(tmp_path):
    used = cache.Entries(tmp_path / ("c" * 16), "play")
    used.save("key", "code")
    os.utime(used.folder, (0, 0))
    cache.clear(tmp_path)
    assert used.load("key") == "code"


def test_to_keep_something_new_makes_room(tmp_path):
    old = folder(tmp_path, "d" * 16, 40)
    cache.Entries(tmp_path / ("e" * 16), "play").save("key", "code")
    assert not old.exists()


def test_use_is_noted(tmp_path):
    made = tmp_path / ("f" * 16)
    cache.Entries(made, "play").save("key", "code")
    cache._hold.cache_clear()  # as in another process
    os.utime(made, (0, 0))
    assert cache.Entries(made, "play").load("key") == "code"
    assert time.time() - made.stat().st_mtime < 3600
