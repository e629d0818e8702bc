"""When something is wrong on our side: a slip, a database that is away, a full disk."""

from __future__ import annotations

import logging
import sqlite3
from contextlib import contextmanager

import pytest
from sqlalchemy.exc import OperationalError

from khonsu.web.storage.store import Away

BODY = {"game": "ankhor", "seats": [{"kind": "program"}, {"kind": "program"}]}


@pytest.mark.parametrize(("language", "sentence"), [("en", "went wrong"), ("es", "Algo"), ("fr", "problème")])
def test_unforeseen_is_a_page_without_details(server, visit, monkeypatch, caplog, language, sentence):
    async def fail(*_, **__):
        raise ZeroDivisionError("a slip of ours")

    monkeypatch.setattr(server.hub.store, "tables", fail)
    page = visit(server, language).get("/")
    assert page.status_code == 500
    assert sentence in page.text
    assert "slip" not in page.text
    assert "ZeroDivision" not in page.text
    assert len([record for record in caplog.records if record.levelno >= logging.ERROR]) == 1


def test_unforeseen_for_a_program(server, visitor, monkeypatch):
    async def fail(*_, **__):
        raise ZeroDivisionError("a slip of ours")

    monkeypatch.setattr(server.hub, "get", fail)
    refused = visitor.get("/api/tables/x")
    assert refused.status_code == 500
    assert refused.json()["name"] == "Unforeseen"
    assert "slip" not in refused.text


@pytest.mark.parametrize(
    "error", [Away(), OperationalError("select secret", {}, Exception("full")), OSError(28, "full")]
)
@pytest.mark.parametrize(("language", "sentence"), [("en", "Try again"), ("es", "de nuevo"), ("fr", "Réessayez")])
def test_no_database_is_a_page(server, visit, monkeypatch, error, language, sentence):
    async def fail(*_, **__):
        raise error

    for name in ("tables", "add", "table"):
        monkeypatch.setattr(server.hub.store, name, fail)
    visitor = visit(server, language)
    pages = [visitor.get(path) for path in ("/", "/tables", "/table/x")]
    forms = [visitor.post("/play/ankhor"), visitor.post("/new/ankhor", players="2")]
    for page in (*pages, *forms):
        assert page.status_code == 503
        assert sentence in page.text
        assert "<html" in page.text
        assert "secret" not in page.text
    for refused in (visitor.get("/api/tables/x"), visitor.http.post("/api/tables", json=BODY)):
        assert refused.status_code == 503
        assert sentence in refused.json()["problem"]


def test_locked_database(serve, visit, tmp_path):
    """The whole way, from a file that somebody else has locked."""
    with serve() as server:
        visitor = visit(server)
        assert visitor.get("/").status_code == 200
        with sqlite3.connect(tmp_path / "tables.db") as other:
            other.execute("begin immediate")
            visitor.http.timeout = 30
            assert visitor.post("/play/ankhor").status_code == 503
            assert visitor.get("/healthz").status_code == 503
            other.rollback()
        assert visitor.post("/play/ankhor").status_code == 200


@contextmanager
def no_room():
    """As on a full disk: the system takes nothing that is written."""
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_health_writes(serve, visit, monkeypatch):
    monkeypatch.setattr("khonsu.web.transport.health.PULSE", 0.0)
    with serve() as server:
        watch = visit(server)
        assert watch.get("/healthz").json() == {"database": True, "tables": 0}
        with no_room():
            sick, page, table = watch.get("/healthz"), watch.get("/"), watch.post("/play/ankhor")
        assert sick.status_code == 503
        assert page.status_code == 200  # reading goes on
        assert table.status_code == 503
        assert "Try again" in table.text
        assert watch.get("/healthz").status_code == 200


def test_health_costs_little(serve, visit, monkeypatch):
    asked = []
    with serve() as server:
        knock = server.hub.store.knock

        async def count() -> None:
            asked.append(1)
            await knock()

        monkeypatch.setattr(server.hub.store, "knock", count)
        monkeypatch.setattr("khonsu.web.transport.health.PULSE", 1000.0)
        watch = visit(server)
        assert {watch.get("/healthz").status_code for _ in range(20)} == {200}
    assert len(asked) == 1
