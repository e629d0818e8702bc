"""Who may read the files of a server, and what a new key does."""

from __future__ import annotations

import os
import sqlite3
import stat

import pytest

from khonsu.cli import main
from khonsu.cli import serve as command

BODY = {"game": "ankhor", "seats": [{"kind": "program"}, {"kind": "program"}]}


def rights(file) -> int:
    return stat.S_IMODE(os.stat(file).st_mode)


@pytest.fixture
def careless():
    """A user whose files everybody may read."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def test_new_files_are_private(tmp_path, monkeypatch, careless):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    command.keep(None)
    folder = tmp_path / "khonsu"
    with sqlite3.connect(folder / "tables.db") as connection:
        connection.execute("pragma journal_mode=wal")
        connection.execute("create table t (x)")
        assert {file.name for file in folder.iterdir()} == {"tables.db", "tables.db-wal", "tables.db-shm"}
        assert {rights(file) for file in folder.iterdir()} == {0o600}
    assert rights(folder) == 0o700


def test_old_files_become_private(tmp_path, monkeypatch, careless):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    folder = tmp_path / "khonsu"
    folder.mkdir()
    with sqlite3.connect(folder / "tables.db") as connection:
        connection.execute("pragma journal_mode=wal")
        connection.execute("create table t (x)")
        assert {rights(file) for file in folder.iterdir()} == {0o644}
        command.keep(None)
        assert {rights(file) for file in folder.iterdir()} == {0o600}
    assert rights(folder) == 0o700


def test_what_is_not_ours_stays_as_it_is(tmp_path, careless, capsys):
    (tmp_path / "letter.txt").write_text("Dear Thoth, " * 100)
    folder = tmp_path / "folder"
    folder.mkdir()
    for place in (tmp_path / "letter.txt", folder):
        assert main(["serve", "--port", "0", "--database", str(place)]) == 2
    assert rights(tmp_path / "letter.txt") == 0o644
    assert rights(folder) == 0o755
    command.keep(str(folder / "tables.db"))
    assert rights(folder / "tables.db") == 0o600
    assert rights(folder) == 0o755


def test_new_key(serve, visit):
    with serve() as server:
        old = visit(server)
        assert 'value="Ana"' in old.post("/preferences", name="Ana").text
        cookies, key = dict(old.http.cookies), server.call(server.hub.store.secret("cookies"))
    with serve(new_key=True) as server:
        other = visit(server)
        other.http.cookies.update(cookies)
        assert 'value="Ana"' not in other.get("/").text
        assert other.http.post("/preferences", data={"_csrf_token": cookies["khonsu_csrf"]}).status_code == 403
        assert (
            server.call(server.hub.store.secret("cookies")) != key
        )  # it stays with the next start, without the option


def test_help_says_what_a_new_key_does(capsys):
    with pytest.raises(SystemExit):
        main(["serve", "--help"])
    assert "--new-key" in capsys.readouterr().out
