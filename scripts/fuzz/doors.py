"""The five doors: what a case does at each of them."""

from __future__ import annotations

import contextlib
import json
import random
import re
from typing import Any
from urllib.parse import quote

from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.sync.client import ClientConnection

from fuzz.case import Case, Headers, Silence
from fuzz.nonsense import FORGED, as_json, damaged, form, frame, framed, multipart, raw, reworded, thing, twisted, word
from fuzz.world import World, hear
from khonsu.kernel.about import Option, show

METHODS = ("GET", "POST", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "TRACE", "CONNECT", "FOO", "get")
TYPES = (
    *("application/json", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", "x", "a/b/c"),
    *(
        "multipart/form-data; boundary=",
        'multipart/form-data; boundary="',
        "multipart/form-data; boundary=" + "b" * 999,
    ),
    *("application/json; charset=utf-16", "application/json; charset=nonsense", "text/plain; charset=\udcff"),
    *("application/msgpack", "application/x-msgpack", "application/xml", "image/svg+xml", "application/octet-stream"),
)
HOSTS = ("", "x", "a:b", "127.0.0.1:99999999", "[::1", "é", "a b", "x" * 3000, "%00", ":", "@", "1.2.3.4:-1", "a/b")
HEADERS = {
    "Accept-Language": (
        "fr;q=abc",
        "es;q=1e999, en",
        "*",
        "x" * 4000,
        ",;,;=",
        "fr-FR,fr;q=0.9",
        "q=",
        "é",
        "fr;q=nan",
    ),
    "Origin": ("null", "http://evil.example", "http://[::1", "http://a:b", "http://127.0.0.1:99999"),
    "Referer": ("http://evil.example/", "http://[::1", "x" * 4000),
    "Accept": ("application/json", "text/html", "*/*;q=nan", "a/b/c", ",,,", "x" * 4000),
    "X-CSRFToken": ("é", "x", ""),
    "X-Forwarded-For": ("1.2.3.4", "nonsense", "::1", "x" * 4000),
    "X-Forwarded-Proto": ("https", "javascript"),
    "Range": ("bytes=0-1", "bytes=5-1", "bytes=-" + "9" * 99, "x"),
    "If-None-Match": ('"x"', "*", "W/"),
    "If-Modified-Since": ("Thu, 01 Jan 1970 00:00:00 GMT", "yesterday", "9" * 99),
    "Content-Encoding": ("gzip", "br", "x"),
    "Transfer-Encoding": ("chunked", "x", "chunked, chunked"),
    "Content-Length": ("-1", "0", "9" * 30, "x", "7"),
    "Expect": ("100-continue", "x"),
    "Upgrade": ("websocket", "h2c"),
    "Connection": ("upgrade", "close"),
    "X" * 300: ("x" * 300,),
}
COOKIES = (b"khonsu=", b"khonsu=e30=", b"khonsu=" + b"A" * 9000, b"khonsu=\xff\xfe", b"khonsu====", b"khonsu=YQ==")
PATHS = ("table.js", "../app.py", "%2e%2e/app.py", "a/" * 3000, "x" * 300, "%00", ".", "", "a\\b")
ENDS = ("/", "//", "/x", "%00", "%0a" + FORGED, "%ff", ";x=1", "/..", "?", "#x", "%", " x", "\\", "/" * 2000)
TOO_LARGE = 1 << 20  # bytes of a frame
SHORT = ("0", "0.05", "-1", "26", "1e308", "x", "nan", "-inf", "%00")  # seconds that nobody has to wait for
SEATS = ({"kind": "program"}, {"kind": "open", "name": "Ana"}, {"kind": "friend"}, {"kind": "bot", "bot": "level1"})
FIELDS = {
    "name": ("Ana", "B" * 24),
    "players": ("2", "3"),
    "language": ("en", "es", "fr"),
    "theme": ("auto", "dark"),
    "back": ("/", "/tables"),
    "clock": ("minutes", "days"),
    "amount": ("5", "30"),
    "listed": ("on",),
    "hints": ("on",),
    "seat0": ("person", "friend", "program", "bot:level1"),
    "seat1": ("open", "friend", "program", "bot:random"),
    "name0": ("Ana",),
    "text": ("Khonsu record 1\n",),
}
KINDS = (
    *("step", "step", "step", "step", "undo", "done", "layout", "explain", "explain", "uncover", "uncover"),
    *("uncover", "confirm", "hand over", "return", "hint", "table", "", "x" * 17, "STEP"),
)


# -- requests of all kinds ---------------------------------------------------------------------------------------------


def api(case: Case) -> None:
    """A request to the interface for programs."""
    chance, world = case.chance, case.world
    method, path = chance.choice([route for route in world.routes if route[1].startswith("/api")])
    act = path.rpartition("/")[2]
    if act in ("steps", "undo", "done") and chance.random() < 0.6:
        return play(case, act)
    seats = chance.choices(SEATS, k=2)
    new = {"game": chance.choice(world.games).name, "seats": seats, "options": {}, "listed": False, "minutes": 5}
    body = chance.choice((new, new, {"ply": 0}, {"step": chance.choice(world.notations), "ply": 0}, thing(chance)))
    return knock(case, method, path, as_json(chance, twisted(chance, body)), "application/json")


def play(case: Case, act: str) -> None:
    """A step of a program, or nearly."""
    chance, world, game = case.chance, case.world, case.chance.choice(case.world.games).name
    key, tokens = world.programs[game]
    path, headers = f"/api/tables/{key}", [("Host", "x")]
    case.where = f"POST /api/tables/*/{act}"
    look = case.send("GET", path, headers)
    if look is None or look.status != 200 or (state := json.loads(look.body))["over"]:
        return world.set_programs(game)
    headers.append(("Authorization", f"Bearer {tokens[str(state['asked'][0])]}"))
    look = case.send("GET", f"{path}?since=100000", headers)
    legal = json.loads(look.body)["legal"] if look is not None and look.status == 200 else []
    body = {"ply": state["ply"]}
    if act == "steps" and legal:
        body["step"] = chance.choice(legal)[chance.choice(("id", "text"))]
    body = body if chance.random() < 0.5 else twisted(chance, body)
    case.send("POST", f"{path}/{act}", [*headers, ("Content-Type", "application/json")], as_json(chance, body))
    return None


def pages(case: Case) -> None:
    """A request to any other route, as a browser sends it or not."""
    method, path = case.chance.choice([route for route in case.world.routes if not route[1].startswith("/api")])
    kind, body = form(case.chance, fields(case.chance, case.world)) if method == "POST" else ("", b"")
    knock(case, method, path, body, kind)


def knock(case: Case, method: str, path: str, body: bytes, kind: str) -> None:
    """Send it, with something else wrong now and then."""
    chance, world = case.chance, case.world
    case.where = f"{method} {path}"
    sent = headers(chance, world)
    if chance.random() < 0.1:
        method = chance.choice(METHODS)
    if method != "GET" or chance.random() < 0.05:
        sent.append(("Content-Type", kind if chance.random() < 0.9 else chance.choice(TYPES)))
    if path.endswith("/live") and chance.random() < 0.9:
        sent += [("Upgrade", "websocket"), ("Connection", "Upgrade")]
        sent += [("Sec-WebSocket-Version", chance.choice(("13", "13", "13", "8", "x")))]
        sent += [("Sec-WebSocket-Key", chance.choice(("dGhlIHNhbXBsZSBub25jZQ==", "x", "")))]
    case.send(method, address(chance, world, path), sent, body)


def fields(chance: random.Random, world: World) -> list[tuple[str, str]]:
    """Fields of our forms, a few with values that they never have."""
    names = [*FIELDS, "record", *(f"option_{option.name}" for about in world.games for option in about.options)]
    found = [("_csrf_token", word(chance) if chance.random() < 0.03 else world.visitors[0].csrf)]
    for name in chance.sample(names, chance.choice((0, 1, 3, 8))):
        odd = chance.random() < 0.5 or name not in FIELDS
        found.append((name, word(chance) if odd else chance.choice(FIELDS[name])))
    if chance.random() < 0.05:
        found += [(word(chance)[:999], word(chance)[:999]) for _ in range(chance.choice((1, 30, 1500)))]
    return found


def headers(chance: random.Random, world: World) -> Headers:
    """Headers of a browser, a program or neither."""
    host = f"127.0.0.1:{world.server.port}" if chance.random() < 0.92 else chance.choice((*HOSTS, word(chance)))
    found: Headers = [("Host", host)]
    cookies = world.visitors[chance.random() < 0.2].cookies
    if chance.random() < 0.8:
        found.append(("Cookie", cookies if chance.random() < 0.8 else bad_cookies(chance, cookies)))
    if chance.random() < 0.3:
        found.append(("Authorization", "Bearer " + chance.choice((*world.tokens.values(), word(chance), word(chance)))))
    if chance.random() < 0.3:
        name = chance.choice(list(HEADERS))
        found.append((name, chance.choice(HEADERS[name]) if chance.random() < 0.8 else word(chance)))
    return found


def bad_cookies(chance: random.Random, cookies: str) -> bytes:
    """Cookies that were tampered with."""
    given = cookies.encode()
    many = b"khonsu-0=AAAA; khonsu-99=BBBB; khonsu-x=1; khonsu-" + b"9" * 5000 + b"=1"
    tokens = (b"", b"\xff", b"x" * 200, "é".encode(), b"A" * 64)
    other = b"khonsu_csrf=" + chance.choice(tokens) + b"; " + given.replace(b"khonsu_csrf=", b"x=")
    return chance.choice((damaged(chance, given), *COOKIES, other, other, many, raw(word(chance))))


def address(chance: random.Random, world: World, path: str) -> str:
    """An address of a route: its places filled, rightly or not."""
    known = {"key": world.keys.values(), "game": [about.name for about in world.games], "token": world.tokens.values()}

    def fill(found: re.Match[str]) -> str:
        name, _, kind = found[1].partition(":")
        odd = word(chance)
        if chance.random() < 0.7 and name in known:
            return chance.choice(list(known[name]))
        if kind == "int" and chance.random() < 0.7:
            return str(chance.choice((0, 1, 2, 5, -1, 2**31, 2**63, 10**400)))
        if kind == "path" and chance.random() < 0.5:
            return chance.choice(PATHS)
        return odd if chance.random() < 0.2 else quote(odd, safe="", errors="surrogatepass")

    path = re.sub(r"\{([^}]+)\}", fill, path)
    path += chance.choice(ENDS) if chance.random() < 0.03 else ""
    return path + query(chance, path)


def query(chance: random.Random, path: str) -> str:
    """What may follow an address."""
    pairs = [f"seconds={chance.choice(SHORT)}"] if "/wait" in path else []
    names = ["since", "ply", "at", "seat", "narrow", "drawing", "text", quote(word(chance), errors="surrogatepass")]
    for name in chance.sample(names, chance.choice((0, 0, 1, 2))):
        odd = quote(word(chance), safe="", errors="surrogatepass")
        value = chance.choice(("0", "1", "-1", "true", "1e3", str(2**31 + 1), "9" * 5000, odd))
        pairs.append(f"{name}={value}")
    return "?" + "&".join(pairs) if pairs else ""


# -- live connections --------------------------------------------------------------------------------------------------


class Ended(Exception):
    """The server ended the connection, as it may."""


def frames(case: Case) -> None:
    """A live connection and some messages over it."""
    chance, world, game = case.chance, case.world, case.chance.choice(case.world.games).name
    programs, tokens = world.programs[game]
    case.where = f"live {game}"
    who, token = chance.choice(((0, ""), (0, ""), (1, ""), (None, ""), (None, chance.choice(list(tokens.values())))))
    odd = "drawing=" + quote(word(chance), errors="surrogatepass")
    asked = chance.choice(("drawing=0", "drawing=0", "text=1", "narrow=1&text=1", odd))
    key, state = programs if token else world.people[game], {"over": False}
    try:
        with world.live(key, None if who is None else world.visitors[who], token, asked) as connection:
            state |= hear(connection, "table")
            for _ in range(chance.randint(1, 4)):
                message = said(chance, state)
                message = message if chance.random() < 0.5 else twisted(chance, message)
                say(case, connection, state, frame(chance, message))
    except InvalidStatus as refused:
        if refused.response.status_code >= 500:
            case.note(str(refused.response.status_code), asked)
    except (InvalidHandshake, TimeoutError, ConnectionClosed) as error:
        case.note("no connection", f"{type(error).__name__} {error} {asked}")
    except Ended:
        return
    if state["over"]:
        (world.set_programs if token else world.set_people)(game)


def say(case: Case, connection: ClientConnection, state: dict[str, Any], sent: bytes) -> None:
    """Send bytes and wait until they were answered: the pong to a ping behind them comes after all answers."""

    def ask() -> None:
        try:
            with contextlib.suppress(OSError):  # it may have heard enough
                connection.socket.sendall(sent + framed(b'{"kind": "ping"}'))
            hear(connection, "pong", state)
        except TimeoutError:
            raise Silence("no answer") from None
        except ConnectionClosed as closed:
            code = closed.rcvd.code if closed.rcvd else None
            if code == 1011 or (
                code is None and len(sent) < TOO_LARGE
            ):  # too much is not read, and cuts a farewell off
                raise Silence("cut off") from None
            raise Ended() from None

    try:
        case.measure(sent, ask)
    except Silence as silence:
        case.note(str(silence), sent)
        raise Ended() from None


def said(chance: random.Random, state: dict[str, Any]) -> dict[str, Any]:
    """What a browser might say now."""
    kind = chance.choice(KINDS)
    message: dict[str, Any] = {"kind": kind}
    if kind in ("step", "undo", "done"):
        message["ply"] = state["ply"]
    if kind in ("step", "explain") and state["choices"]:
        message["step"] = chance.choice(state["choices"])[chance.choice(("id", "text"))]
    if kind in ("uncover", "return", "hand over"):
        message["seat"] = state["cover_seat"] if state["cover_seat"] is not None else chance.randrange(3)
    if kind == "layout":
        message |= {"narrow": chance.random() < 0.5, "text": chance.random() < 0.5}
    return message | ({"on": chance.random() < 0.5} if kind == "confirm" else {})


# -- options -----------------------------------------------------------------------------------------------------------


def options(case: Case) -> None:
    """A new table with options that make sense or not; if it is set, it is looked at."""
    chance, world = case.chance, case.world
    about, host = chance.choice(world.games), ("Host", "localhost")
    free = [option for option in about.options if not option.values and not option.most]  # texts of a form of their own
    chosen = chance.choices([*about.options, *free * 9], k=chance.choice((1, 1, 2, 4)))
    given = {option.name: value(chance, option) for option in chosen}
    case.where = f"{about.name}: {', '.join(given) if len(given) == 1 else '...'}"
    key = (new_by_form if chance.random() < 0.5 else new_by_program)(
        case, about.name, chance.choice(about.players), given
    )
    if key:
        case.send("GET", f"/table/{key}", [host])
        case.send("GET", f"/api/tables/{key}", [host])
        if chance.random() < 0.2:
            with world.live(key, query="text=1") as connection:
                hear(connection, "table")


def new_by_form(case: Case, game: str, players: int, given: dict[str, Any]) -> str:
    """The key of a table that a person sets; "" if it was refused."""
    me = case.world.visitors[0]
    filled = [("_csrf_token", me.csrf), ("players", str(players))]
    filled += [(f"seat{seat}", "program") for seat in range(players)]
    kind, body = form(case.chance, filled + [(f"option_{name}", show(value)) for name, value in given.items()])
    sent: Headers = [("Host", "localhost"), ("Cookie", me.cookies), ("Content-Type", kind)]
    answer = case.send("POST", f"/new/{game}", sent, body)
    return answer.headers.get("location", "").rpartition("/")[2] if answer else ""


def new_by_program(case: Case, game: str, players: int, given: dict[str, Any]) -> str:
    """The same for a program."""
    body = raw(json.dumps({"game": game, "seats": [{"kind": "program"}] * players, "options": given}))
    answer = case.send("POST", "/api/tables", [("Host", "localhost"), ("Content-Type", "application/json")], body)
    return json.loads(answer.body)["table"] if answer and answer.status == 201 else ""


def value(chance: random.Random, option: Option) -> Any:
    """A value for an option: one of its own, one beside its limits, a text like its default, or anything."""
    how = chance.random()
    if how < 0.4 and option.values:
        return chance.choice(option.values)
    if how < 0.6 and option.most > option.least:
        return chance.choice((option.least, option.most, chance.randint(option.least, option.most)))
    if how < 0.7 and option.most > option.least:
        return chance.choice((option.least - 1, option.most + 1, 10**30, "٣", "²", "1_0", " 3 ", "9" * 5000))
    return reworded(chance, str(option.default)) if how < 0.9 else chance.choice((word(chance), thing(chance)))


# -- records -----------------------------------------------------------------------------------------------------------


def records(case: Case) -> None:
    """A record that is brought; if it is taken, it is looked at."""
    chance, me, host = case.chance, case.world.visitors[0], ("Host", "localhost")
    text = record(chance, case.world)
    if chance.random() < 0.6:
        kind, body = form(chance, [("_csrf_token", me.csrf), ("text", text)])
    else:
        file = damaged(chance, raw(text)) if chance.random() < 0.3 else raw(text)
        kind, body = multipart([(b'name="_csrf_token"', raw(me.csrf)), (b'name="record"; filename="r"', file)])
    case.where = "POST /look"
    answer = case.send("POST", "/look", [host, ("Cookie", me.cookies), ("Content-Type", kind)], body)
    if answer and answer.headers.get("location", "").endswith("/replay"):
        replay = answer.headers["location"]
        case.where = "a record's replay"
        case.send("GET", replay, [host])
        steps = int(re.findall(r"end (\d+)", text)[-1])
        for at in (chance.randint(0, steps), steps):
            case.send("GET", f"{replay[: -len('replay')]}frame?at={at}&seat={chance.randint(-1, 1)}", [host])


def record(chance: random.Random, world: World) -> str:
    """A record with some lines that are not as they were."""
    lines = chance.choice(world.records).splitlines()
    for _ in range(chance.choice((0, 1, 1, 2, 4))):
        place = chance.randrange(len(lines) if chance.random() < 0.3 else min(len(lines), 40))
        lines[place : place + 1] = instead(chance, world, lines[place])
        lines = lines or [""]
    return chance.choice(("\n", "\n", "\n", "\r\n", "\r", "\u2028")).join(lines) + "\n"


def instead(chance: random.Random, world: World, line: str) -> list[str]:
    """What may stand in place of a line."""
    key, colon, rest = line.partition(":")
    option = chance.choice([option for about in world.games for option in about.options])
    large = chance.choice((0, 7, 10**30, "9" * 5000, "٣"))
    steps = "; ".join(chance.choices(world.notations, k=chance.choice((1, 1, 9, 9, 3000))))
    return chance.choice(
        (
            [],
            [line] * chance.choice((2, 50)),
            [key + colon + reworded(chance, rest)],
            [reworded(chance, line)],
            [f"{key}: {word(chance)}"],
            [f"option {option.name}: {show(value(chance, option))}", line],
            [f"seat {large}: {word(chance)}", line],
            [f"{large}: {steps}"],
            [f"end {large} 00000000"],
            ["# " + word(chance)],
            [word(chance)],
        )
    )


DOORS = {"api": api, "pages": pages, "frames": frames, "options": options, "records": records}
OFTEN = {"api": 5, "pages": 5, "frames": 4, "options": 3, "records": 3}
