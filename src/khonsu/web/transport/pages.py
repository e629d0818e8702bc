"""The pages that people read: first page, new table, the table itself, lists, invitations, preferences."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from litestar import get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect, Response, Template

import khonsu
from khonsu.draw import SHARED, environment
from khonsu.errors import KhonsuError, UnknownGame
from khonsu.kernel.about import About
from khonsu.lessons import has_course
from khonsu.rulebook import has_rulebook
from khonsu.text import LANGUAGES, Text
from khonsu.web.domain.arrangement import Arrangement, Seat
from khonsu.web.domain.characters import shown_names
from khonsu.web.domain.invitations import invited_seat
from khonsu.web.domain.names import clean_name
from khonsu.web.domain.phrases import phrases
from khonsu.web.scenes.client_words import client_words
from khonsu.web.scenes.form import concerns, explain, questions, settled
from khonsu.web.services.hub import Hub
from khonsu.web.services.lobby import Host, Wanted, Wish, make, rematch
from khonsu.web.services.room import Room
from khonsu.web.settings import OPPONENT
from khonsu.web.storage.store import Away
from khonsu.web.transport.coach import begins_coached, suggested
from khonsu.web.transport.common import TheHub, Visit, address, find, page
from khonsu.web.transport.marks import qr_code
from khonsu.web.transport.people import THEMES, given_name, person, texts
from khonsu.web.transport.waiting import unready, waiting_page
from khonsu.web.words import level_words, levels, other_bots


def cards(request: Visit) -> list[dict[str, Any]]:
    """The games for the first page."""
    found = []
    for about in khonsu.games().values():
        t = texts(request, about.name)
        seats = "–".join(str(n) for n in dict.fromkeys((about.players[0], about.players[-1])))
        minutes = "–".join(str(n) for n in dict.fromkeys(about.minutes))
        found.append(
            {
                "about": about,
                "sentence": t(about.sentence),
                "seats": seats,
                "minutes": minutes,
                "learn": has_course(about.name),
                "rules": has_rulebook(about.name),
            }
        )
    return found


@get("/", include_in_schema=False)
async def home(request: Visit, hub: TheHub) -> Template:
    """The games; the tables one can go to."""
    first_visit = "id" not in request.session
    me = person(request)
    t = texts(request)
    lists = {which: await summaries(hub, which, me, t, 6) for which in ("mine", "open")}
    games = cards(request)
    return page(
        request,
        "home.html",
        cards=games,
        lists=lists,
        waits=unready(request, hub),
        turn=any(row["turn"] for row in lists["mine"]),
        welcome=easiest(games) if first_visit else None,
    )


def easiest(games: list[dict[str, Any]]) -> About | None:
    """The game to begin with: the shortest one that has a course."""
    return min((card["about"] for card in games if card["learn"]), key=lambda about: about.minutes, default=None)


@get("/tables", include_in_schema=False)
async def tables(request: Visit, hub: TheHub) -> Template:
    """All lists."""
    me, t = person(request), texts(request)
    lists = {which: await summaries(hub, which, me, t, 50) for which in ("mine", "open", "running", "finished")}
    return page(request, "tables.html", lists=lists, turn=any(row["turn"] for row in lists["mine"]))


async def summaries(hub: Hub, which: str, me: str, t: Text, limit: int) -> list[dict[str, Any]]:
    """Rows of a list."""
    return [await summary(hub, row, me, t) for row in await hub.store.tables(which, me, limit)]


async def summary(hub: Hub, row: Arrangement, me: str, t: Text) -> dict[str, Any]:
    """One table in a list."""
    seats = await hub.store.seats(row.id)
    names = shown_names(seats, t)
    mine = any(seat.person == me for seat in seats)
    return {
        "id": row.id,
        "title": khonsu.games()[row.game].title if row.game in khonsu.games() else row.game,
        "names": names,
        "free": [seat.seat for seat in seats if seat.kind == "open" and seat.person is None],
        "winners": [name for name, share in zip(names, row.result or []) if share > 0],
        "over": row.over_at is not None,
        "mine": mine,
        "turn": mine and row.over_at is None and await my_turn(hub, row, seats, me),
        "when": datetime.fromtimestamp(row.over_at or row.made_at, UTC).strftime("%Y-%m-%d %H:%M"),
    }


async def my_turn(hub: Hub, row: Arrangement, seats: list[Seat], me: str) -> bool:
    """Whether the table waits for me; one that cannot be taken up here (other rules) says so when it is opened."""
    try:
        return any(seats[seat].person == me for seat in await hub.asked(row, seats))
    except KhonsuError:
        return False


# -- new tables --------------------------------------------------------------------------------------------------------


@post("/play/{game:str}", include_in_schema=False)
async def play_now(request: Visit, hub: TheHub, game: FromPath[str]) -> Redirect:
    """A table against bots at once."""
    me = person(request)
    if game not in khonsu.games():
        raise UnknownGame(game[:40], ", ".join(khonsu.games()))
    hub.compiler.check(game)
    wishes = [Wish("person"), *[Wish("bot", OPPONENT)] * (khonsu.games()[game].players[0] - 1)]
    key, _ = await make(hub, Wanted(game, wishes), Host(me, given_name(request)))
    return Redirect(f"/table/{key}", status_code=303)


@get("/new/{game:str}", include_in_schema=False)
async def new_form(request: Visit, game: FromPath[str]) -> Template:
    """The form of a new table."""
    return form_page(request, game, {}, "")


def form_page(request: Visit, game: str, given: dict[str, str], problem: str) -> Template:
    """The form, with what was filled in before."""
    if game not in khonsu.games():
        raise NotFoundException
    about, t = khonsu.games()[game], texts(request, game)
    return page(
        request,
        "new.html",
        t=t,
        about=about,
        questions=questions(about, t),
        levels=[{"number": n, "words": level_words(n, t)} for n in levels()],
        level=OPPONENT[5:],
        others=other_bots(t),
        given=given,
        problem=problem,
    )


@post("/new/{game:str}", include_in_schema=False)
async def new(request: Visit, hub: TheHub, game: FromPath[str]) -> Redirect | Template:
    """Make the table that the form describes."""
    given = {key: str(value)[:400] for key, value in (await request.form()).items()}
    me = person(request)
    if your_name := clean_name(given.get("name", "")):
        request.session["name"] = your_name
    if not hub.compiler.is_ready(game):
        return waiting_page(request, hub, game, given)
    try:
        wanted = read_form(game, given)
        key, tokens = await make(hub, wanted, Host(me, given_name(request)))
    except khonsu.KhonsuError as error:
        again = form_page(request, game, given, explain(game, error, texts(request, game)))
        again.status_code = 503 if isinstance(error, Away) else 400
        return again
    remember_links(request, key, tokens)
    return Redirect(f"/table/{key}", status_code=303)


def read_form(game: str, given: dict[str, str]) -> Wanted:
    """The form's fields as a wish. What it asks about seats that do not take part is not meant."""
    players = int(given["players"]) if given.get("players", "") in ("1", "2", "3", "4", "5", "6", "7", "8", "9") else 0
    wishes = []
    for number in range(players):
        kind, _, bot = given.get(f"seat{number}", "bot").partition(":")
        level = f"level{given[f'level{number}']}" if kind == "bot" and f"level{number}" in given else None
        wishes.append(Wish(kind, bot or level, given.get(f"name{number}", "") if kind != "bot" else ""))
    options = {key[7:]: value for key, value in given.items() if key.startswith("option_") and value != ""}
    options = {key: value for key, value in options.items() if concerns(game, key, value, players)}
    kind, amount = given.get("clock", ""), given.get("amount", "")
    clock = {kind: float(amount) if amount.isdecimal() else 0.0} if kind in ("minutes", "days") else None
    return Wanted(game, wishes, options, "listed" in given, "hints" in given, clock)


def remember_links(request: Visit, key: str, tokens: dict[int, str]) -> None:
    """Invitations are kept in their maker's cookie; the server knows only their digests."""
    if tokens:
        kept = dict(list(request.session.get("links", {}).items())[-3:])
        request.session["links"] = {**kept, key: {str(seat): token for seat, token in tokens.items()}}


# -- the table ---------------------------------------------------------------------------------------------------------


@get("/table/{key:str}", include_in_schema=False)
async def table_page(request: Visit, hub: TheHub, key: FromPath[str]) -> Template:
    """The table; the board itself comes over the live connection."""
    table, me = (await find(hub, key)).table, person(request)
    t = texts(request, table.arrangement.game)
    own = table.own_seats(me)
    links = request.session.get("links", {}).get(key, {})
    invitations = [
        invitation_of(row, f"{address(request)}/join/{key}", links[str(row.seat)])
        for row in table.seats
        if str(row.seat) in links and row.person is None
    ]
    free = [row.seat for row in table.seats if row.kind == "open" and row.person is None]
    about = table.match.game.about
    return page(
        request,
        "table.html",
        t=t,
        table=table,
        about=about,
        options=settled(about, table.match.options, table.match.players, t),
        own=own,
        learn=has_course(about.name),
        invitations=invitations,
        taken="taken" in request.query_params and not own,
        free=free if not own else [],
        rules=has_rulebook(about.name),
        phrases=phrases(t),
        company=any(row.kind in ("person", "friend", "open") and row.seat not in own for row in table.seats),
        client={
            "words": client_words(t),
            "leave": hub.settings.leave_after,
            "table": key,
            "game": about.name,
            "coached": bool(own) and await begins_coached(hub, table, me),
            "suggested": await suggested(hub, table, me, t) if own else "",
        },
    )


def invitation_of(row: Seat, address: str, token: str) -> dict[str, Any]:
    """The link that seats a friend, or the secret that a program shows."""
    url = f"{address}/{token}"
    return {"seat": row, "url": url, "token": token, "qr": qr_code(url)}


@post("/table/{key:str}/sit/{seat:int}", include_in_schema=False)
async def sit(request: Visit, hub: TheHub, key: FromPath[str], seat: FromPath[int]) -> Redirect:
    """Take an open seat."""
    room = await find(hub, key)
    seats = room.table.seats
    is_open = 0 <= seat < len(seats) and seats[seat].kind == "open"
    return await take_seat(request, hub, room, seat if is_open and not room.table.own_seats(person(request)) else None)


@get("/join/{key:str}/{token:str}", include_in_schema=False)
async def invitation(request: Visit, hub: TheHub, key: FromPath[str], token: FromPath[str]) -> Template | Redirect:
    """What an invitation is for. Only the button takes the seat: programs that follow links do not."""
    table = (await find(hub, key)).table
    if invited_seat(table, token) is None:
        return Redirect(f"/table/{key}?taken=1", status_code=303)
    return page(request, "join.html", table=table, about=table.match.game.about, token=token)


@post("/join/{key:str}/{token:str}", include_in_schema=False)
async def join(request: Visit, hub: TheHub, key: FromPath[str], token: FromPath[str]) -> Redirect:
    """Take the seat of an invitation."""
    room = await find(hub, key)
    return await take_seat(request, hub, room, invited_seat(room.table, token))


async def take_seat(request: Visit, hub: Hub, room: Room, seat: int | None) -> Redirect:
    """Sit down, if there is a seat to be had, under the name that was given; then to the table, which tells if not."""
    me = person(request)
    given = clean_name(str((await request.form()).get("name", "")))
    if given:
        request.session["name"] = given
    sits = seat is not None and await hub.sit(room, seat, me, given or given_name(request))
    return Redirect(f"/table/{room.table.key}{'' if sits else '?taken=1'}", status_code=303)


@post("/table/{key:str}/rematch", include_in_schema=False)
async def play_again(request: Visit, hub: TheHub, key: FromPath[str]) -> Redirect:
    """The same people once more."""
    room, me = await find(hub, key), person(request)
    if not room.table.finished or not room.table.own_seats(me):
        return Redirect(f"/table/{key}", status_code=303)
    return Redirect(f"/table/{await rematch(hub, room)}", status_code=303)


# -- beside ------------------------------------------------------------------------------------------------------------


@post("/preferences", include_in_schema=False)
async def preferences(request: Visit) -> Redirect:
    """Language, theme and name."""
    given = await request.form()
    person(request)
    if given.get("language") in LANGUAGES:
        request.session["language"] = given["language"]
    if given.get("theme") in THEMES:
        request.session["theme"] = given["theme"]
    if "name" in given:
        request.session["name"] = clean_name(str(given["name"]))
    back = str(given.get("back", "/"))
    return Redirect(
        back if back.startswith("/") and not back.startswith("//") and "\\" not in back else "/", status_code=303
    )


@get("/pigments.css", include_in_schema=False, cache=False, sync_to_thread=False)
def pigments() -> Response[str]:
    """The colours that drawings and pages share."""
    made = environment(SHARED).get_template("pigments.svg").module
    css = str(getattr(made, "pigments")(":root"))  # noqa: B009 (a macro of the template)
    return Response(css, media_type="text/css", headers={"cache-control": "max-age=3600"})


HANDLERS = [
    home,
    tables,
    play_now,
    new_form,
    new,
    table_page,
    sit,
    invitation,
    join,
    play_again,
    preferences,
    pigments,
]
