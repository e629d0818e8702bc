"""`khonsu serve` that cannot work says why in one sentence, at once."""

from __future__ import annotations

import socket
import sys
import time

import pytest

from khonsu.cli import main


@pytest.fixture
def listening():
    """A port that somebody uses."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        yield taken.getsockname()[1]


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    begun = time.monotonic()
    assert main(["serve", *arguments]) == 2
    assert time.monotonic() - begun < 15
    said = capsys.readouterr().err
    assert said.startswith("khonsu: ")
    assert said.count("\n") == 1
    return said


def test_busy_port(capsys, listening):
    assert f"127.0.0.1:{listening}" in refused(capsys, "--port", str(listening))


def test_file_instead_of_a_folder(capsys, tmp_path, monkeypatch):
    (tmp_path / "khonsu").write_text("in the way")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert str(tmp_path) in refused(capsys, "--port", "0")


def test_database_in_a_folder_that_is_not_there(capsys, tmp_path):
    assert "nowhere" in refused(capsys, "--port", "0", "--database", str(tmp_path / "nowhere" / "tables.db"))


def test_file_that_is_no_database(capsys, tmp_path):
    (tmp_path / "letter.txt").write_text("Dear Thoth, " * 100)
    assert "letter.txt" in refused(capsys, "--port", "0", "--database", str(tmp_path / "letter.txt"))


def test_database_that_does_not_answer(capsys, listening):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        nobody = free.getsockname()[1]
    said = refused(capsys, "--port", "0", "--database", f"postgresql://me:secretword@127.0.0.1:{nobody}/khonsu")
    assert "secretword" not in said


def test_without_a_web_library(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "litestar", None)
    assert refused(capsys, "--port", "0").endswith("install it with: pip install 'khonsu[web]'\n")
