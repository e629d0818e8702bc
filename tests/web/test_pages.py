"""Pages: what they show, and what they refuse."""

from __future__ import annotations

import random
import re

import pytest

from khonsu.web.words import words


def test_home_shows_every_game(visitor):
    import khonsu

    page = visitor.get("/").text
    for about in khonsu.games().values():
        assert about.title.replace("'", "&#39;") in page
        assert f"/play/{about.name}" in page
        assert visitor.get(f"/static/covers/{about.name}.svg").status_code == 200


def test_two_clicks_to_the_first_step(visitor):
    key = visitor.play_now()
    with visitor.live(key) as live:
        assert live.my_turn()["choices"]


@pytest.mark.parametrize("path", ["/", "/tables", "/look", "/new/ankhor", "/static/table.js", "/nowhere", "/api/games"])
def test_headers_of_every_answer(visitor, path):
    headers = visitor.get(path).headers
    assert "default-src 'none'; script-src 'self';" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"


def test_cookies_are_signed_and_same_site(visitor):
    cookies = visitor.get("/").headers.get_list("set-cookie")
    assert len(cookies) == 2
    assert all("samesite=" in cookie.lower() and "httponly" in cookie.lower() for cookie in cookies)
    visitor.http.cookies.set("khonsu-0", "forged")
    assert visitor.get("/").status_code == 200  # a forged cookie is nobody's cookie


def test_form_without_its_token_is_refused(visitor):
    visitor.get("/")
    answer = visitor.http.post("/play/ankhor")
    assert answer.status_code == 403
    assert "Reload it" in answer.text


@pytest.mark.parametrize(("language", "sentence"), [("es-MX,es;q=0.8", "Jugar ya"), ("de,fr;q=0.5,en;q=0.4", "Jouer")])
def test_language_of_the_browser(server, visit, language, sentence):
    assert sentence in visit(server, language).get("/").text


def test_preferences(visitor):
    page = visitor.post("/preferences", language="fr", theme="dark", name="Ana", back="/tables")
    assert page.url.path == "/tables"
    assert '<html lang="fr" class="dark"' in page.text
    assert 'value="Ana"' in page.text


@pytest.mark.parametrize("path", ["/nowhere", "/table/nothing", "/%C3%A9", "/static/nothing.js", "/move"])
def test_preferences_hold_on_pages_about_errors(visitor, path):
    """Whatever refuses a request, and however early: the page speaks the visitor's language, and can be set."""
    visitor.post("/preferences", language="fr", theme="dark", name="Ana")
    page = visitor.get(path) if path != "/move" else visitor.http.post(path)
    assert page.status_code in (403, 404)
    assert '<html lang="fr" class="dark"' in page.text
    assert "accueil" in page.text
    token = re.search(r'name="_csrf_token" value="([^"]+)"', page.text)
    again = visitor.http.post("/preferences", data={"_csrf_token": token[1], "language": "es", "back": path})
    assert '<html lang="es"' in again.text
    assert "Ana" in visitor.get("/").text  # the visitor is the same one as before


def test_settings_are_offered_where_they_can_be_saved(visitor):
    """Somebody whose first page is one about an error has nothing yet to save settings with."""
    assert "/preferences" not in visitor.get("/nowhere").text
    visitor.get("/")
    assert "/preferences" in visitor.get("/nowhere").text


def test_too_many_requests_in_the_language_of_the_visitor(serve, visit):
    with serve(requests_a_minute=8) as server:
        visitor = visit(server)
        visitor.post("/preferences", language="fr", theme="dark")
        while (page := visitor.get("/tables")).status_code == 200:
            pass
    assert page.status_code == 429
    assert '<html lang="fr" class="dark"' in page.text


@pytest.mark.parametrize("back", ["//evil.example/", "https://evil.example/", "/\\evil.example"])
def test_preferences_lead_nowhere_else(visitor, back):
    assert visitor.post("/preferences", back=back).url.path == "/"


def test_names_are_harmless(visitor, server, visit):
    nasty = '<img src=x onerror=alert(1)>"\u202e\n'
    key = visitor.new("person", "friend", name=nasty, name0=nasty * 9)
    table = server.hub.rooms[key].table
    assert len(table.seats[0].name) <= 27
    for path in (f"/table/{key}", "/", "/tables"):
        assert "<img src=x" not in visitor.get(path).text
    with visitor.live(key, query="drawing=1") as live:
        assert "<img" not in live.state["svg"]
    assert "\u202e" not in table.seats[0].name


def test_unknown_table(visitor):
    answer = visitor.get("/table/nothing")
    assert answer.status_code == 404
    assert "There is no page or table" in answer.text
    assert visitor.get("/table/" + "x" * 5000).status_code == 404


@pytest.mark.parametrize(
    "fields",
    [
        {"players": "9"},
        {"players": "x"},
        {"players": "2", "seat0": "king"},
        {"players": "2", "seat1": "bot:genius"},
        {"players": "2", "option_edition": "de"},
        {"players": "2", "option_nothing": "1"},
        {"players": "2", "clock": "minutes", "amount": "0"},
    ],
)
def test_form_explains_what_is_wrong(visitor, fields):
    answer = visitor.post("/new/ankhor", **fields)
    assert answer.url.path == "/new/ankhor"
    assert re.search(r'class="problem" role="alert">.+</p>', answer.text)


def test_options_reach_the_match(visitor, server):
    key = visitor.new("person", "bot:random", option_edition="es", option_stall_rounds="7")
    options = server.hub.rooms[key].table.match.options
    assert options["edition"] == "es"
    assert options["leftover_tokens"] == "resources"
    assert options["stall_rounds"] == 7


def test_invitation(visitor, server, visit):
    key = visitor.new("person", "friend")
    link = re.search(rf"/join/{key}/[\w-]+", visitor.get(f"/table/{key}").text)[0]
    friend, third = visit(server), visit(server)
    assert "Sit down" in friend.get(link).text
    table = server.hub.rooms[key].table
    assert not table.begun  # looking at an invitation takes nothing
    assert friend.post(link, name="Ben").url.path == f"/table/{key}"
    assert table.begun
    assert table.seats[1].name == "Ben"
    third.post(link, name="Eve")
    assert table.seats[1].name == "Ben"
    with third.live(key) as live:
        assert live.state["own"] == []


def test_open_seat(visitor, server, visit):
    key = visitor.new("person", "open")
    other = visit(server)
    assert f"/table/{key}" in other.get("/").text
    other.post(f"/table/{key}/sit/0", name="Thief")
    other.post(f"/table/{key}/sit/1", name="Ben")
    table = server.hub.rooms[key].table
    assert table.match.names == ["Guest", "Ben"]
    assert f"/table/{key}" in visitor.get("/tables").text


def test_body_too_large(visitor):
    answer = visitor.post("/look", text="x" * 200_000)
    assert answer.status_code in (400, 413)


@pytest.mark.parametrize(
    "text", ["", "hello", "Khonsu record 1\ngame: go\n", "\x00" * 100, "Khonsu record 1\n" + "0: blue\n" * 100]
)
def test_bad_record(visitor, text):
    answer = visitor.post("/look", text=text)
    assert answer.url.path == "/look"
    assert 'role="alert"' in answer.text


def test_record_to_look_at(visitor, random_match):
    match = random_match("ankhor", 3, 5)
    match.names[0] = "<b>Ana</b>"
    answer = visitor.post("/look", files={"record": ("my.record", match.record().encode())})
    assert answer.url.path.endswith("/replay")
    assert "<b>Ana" not in answer.text
    key = answer.url.path.split("/")[2]
    last = visitor.get(f"/table/{key}/frame?at={len(match.steps)}&seat=1").json()
    assert last["scores"] == match.scores()
    assert visitor.get(f"/table/{key}/frame?at=3&seat=-1").json()["svg"].startswith("<svg")
    assert visitor.get(f"/table/{key}/frame?at={len(match.steps) + 1}").status_code == 400
    assert visitor.get(f"/table/{key}/frame?at=0&seat=3").status_code == 400


def test_health(serve, visit, monkeypatch):
    monkeypatch.setattr("khonsu.web.transport.health.PULSE", 0.0)
    with serve(requests_a_minute=3) as server:
        watch = visit(server)
        assert [watch.get("/healthz").status_code for _ in range(5)] == [200] * 5
        assert watch.get("/healthz").json() == {"database": True, "tables": 0}

        async def nobody() -> None:
            raise OSError("gone")

        monkeypatch.setattr(server.hub.store, "knock", nobody)
        assert watch.get("/healthz").status_code == 503


def test_rate_limit(serve, visit):
    with serve(tables_a_minute=2) as server:
        anybody = visit(server)
        body = {"game": "ankhor", "seats": [{"kind": "program"}, {"kind": "program"}]}
        made = [anybody.http.post("/api/tables", json=body).status_code for _ in range(3)]
        assert made == [201, 201, 429]
        assert anybody.post("/play/ankhor").status_code == 429  # the same allowance, whatever the door
        assert anybody.get("/").status_code == 200  # everything else goes on
    with serve(requests_a_minute=5) as server:
        codes = [visit(server).get("/").status_code for _ in range(8)]
    assert codes[0] == 200
    assert codes[-1] == 429


@pytest.mark.parametrize("value", ["/etc/passwd.json", "secret.json", "..\\x"])
def test_no_option_makes_the_server_read_a_file(visitor, random_match, value, tmp_path, monkeypatch):
    (tmp_path / "secret.json").write_text("{}")
    monkeypatch.chdir(tmp_path)
    body = {"game": "ankh", "seats": [{"kind": "program"}] * 2, "options": {"scenario": value}}
    assert visitor.http.post("/api/tables", json=body).json()["name"] == "BadOption"
    assert 'role="alert"' in visitor.post("/new/ankh", players="2", option_scenario=value).text
    record = random_match("ankhor", 2, 1, steps=3).record().replace("option edition: es", f"option edition: {value}")
    assert 'role="alert"' in visitor.post("/look", text=record).text


def loaded_at_once(visitor, path: str) -> dict[str, int]:
    """The bytes of a page and of its styles and scripts, with the modules that these import before they begin."""
    page = visitor.get(path)
    found, waiting = {path: len(page.content)}, re.findall(r'(?:src|href)="(/[^"]+\.(?:js|css))"', page.text)
    while waiting:
        place = waiting.pop()
        if place not in found:
            answer = visitor.get(place)
            assert answer.status_code == 200, place
            found[place] = len(answer.content)
            imported = re.findall(r'^import [^;]*?"\./([^"]+)"', answer.text, re.MULTILINE)
            waiting += [f"/static/{name}" for name in imported]
    return found


def test_pages_are_light(visitor):
    """Rules, explanations, lessons, hints, coach and ending come when they are wanted; limits in bytes, uncompressed.

    Before there were lessons, a home page had 20 kB of template, style and script, and a table 58 kB.
    """
    home = loaded_at_once(visitor, "/")
    table = loaded_at_once(visitor, f"/table/{visitor.play_now('ankh')}")
    lazy = ("about", "section", "hints", "coach", "ending", "learn", "quiz", "rules")
    later = {f"/static/{name}.js" for name in lazy}
    assert not later & {*home, *table}
    assert "/static/zoom.js" in table
    assert sum(home.values()) < 30_000, home
    assert sum(table.values()) < 120_000, table


@pytest.mark.parametrize(("language", "verb"), [("en", "Save"), ("es", "Guardar"), ("fr", "Enregistrer")])
def test_the_settings_are_saved(server, visit, language, verb):
    """The menu is called Settings and its button says what it does."""
    page = visit(server, language).get("/").text
    form = re.search(r'<form[^>]*action="/preferences".*?</form>', page, re.DOTALL)
    assert form is not None
    assert re.findall(r"<button[^>]*>([^<]+)</button>", form[0]) == [verb]


@pytest.mark.parametrize(("language", "guest"), [("es", "Invitado"), ("fr", "Invité")])
def test_a_replay_calls_people_without_a_name_in_the_readers_language(server, visit, language, guest):
    """Nobody who presses Play now has said a name."""
    visitor = visit(server, language)
    key = visitor.play_now()
    room, chance = server.hub.rooms[key], random.Random(3)
    with visitor.live(key) as live:
        while not live.state["over"]:
            live.act(chance.choice)
    assert room.table.seats[0].name == ""
    page = visitor.get(f"/table/{key}/replay").text
    names = re.findall(r'<span class="names name">([^<]*)</span>', page)
    assert names == room.table.names(words(language))
    assert names[0].startswith(guest)
    assert re.findall(r'<option value="\d">([^<]*)</option>', page)[:2] == names
