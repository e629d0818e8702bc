"""The form of a new table, who the bots are, and what everybody is called in each language."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import khonsu
from khonsu.authors.asking import Ask
from khonsu.games import asked
from khonsu.kernel.about import show
from khonsu.rulebook import rulebook
from khonsu.web import words
from khonsu.web.domain.arrangement import Seat
from khonsu.web.domain.characters import CHARACTERS, character, shown_names
from khonsu.web.scenes.form import in_words, questions

RAW = re.compile(r"[a-z]_[a-z]|\bseat 0\b|\b(true|false)\b")
FACES = Path(words.__file__).parent / "static" / "faces"


class Form(HTMLParser):
    """The fields of a page's form as a browser would send them, and all that people read."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.fields: dict[str, str] = {}
        self.read: list[str] = []
        self.select, self.silent = "", False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        name, value = given.get("name") or "", given.get("value") or ""
        self.silent = tag in ("script", "style")
        if tag == "select":
            self.select = name
        elif tag == "option":
            if "selected" in given or self.select not in self.fields:
                self.fields[self.select] = value
        elif tag == "input" and name and (given.get("type") not in ("radio", "checkbox") or "checked" in given):
            self.fields[name] = value

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.read.append(data)


def test_form_of_every_game(visitor, game_name):
    """Every option is asked for, and all can be left as the form gives them."""
    fields = Form(visitor.get(f"/new/{game_name}").text).fields
    names = {f"option_{option.name}" for option in khonsu.games()[game_name].options}
    assert {name for name in fields if name.startswith("option_")} == names
    del fields["_csrf_token"], fields["back"], fields["language"], fields["theme"]
    answer = visitor.post(f"/new/{game_name}", **fields)
    assert answer.url.path.startswith("/table/"), re.findall(r'role="alert">(.*?)<', answer.text)


@pytest.mark.parametrize("language", ["en", "es", "fr"])
def test_no_raw_values(server, visit, game_name, language):
    """Neither in the form nor beside the board; seats are counted from 1."""
    visitor = visit(server, language)
    form = visitor.get(f"/new/{game_name}").text
    table = visitor.get(f"/table/{visitor.play_now(game_name)}").text
    assert len(Form(form).read) > 100
    for page in (form, re.sub(r"<code.*?</code>", "", table)):
        assert [said for said in Form(page).read if RAW.search(said) and "=" not in said] == []


@pytest.mark.parametrize("language", ["es", "fr"])
def test_values_in_every_language(game_name, language):
    """A value that is a word of the rules has a translation."""
    t = words.words(language, game_name)
    for option in khonsu.games()[game_name].options:
        how = asked(game_name).get(option.name, Ask())
        for value in option.values:
            if isinstance(value, str) and not value.isdigit():
                assert value in how.words, f"{option.name}: {value} has no words"
            assert "_" not in in_words(value, how, t)


def test_often_chosen_first_and_variants_with_their_rules(visitor, game_name):
    page = visitor.get(f"/new/{game_name}").text
    first, expert = page.split("Expert: variants of the rules")
    for name, how in asked(game_name).items():
        assert (f'name="option_{name}"' in first) == how.often, name
        if not how.often:
            assert all(rule in expert for rule in how.rules), name
            assert how.rules, name
    anchors = re.findall(rf'<a href="/rules/{game_name}#([^"]*)">[A-Z]{{2}}-\d+</a>', expert)
    assert anchors
    assert set(anchors) <= set(rulebook(game_name, "en").anchors)
    numbers = (Path(__file__).parents[2] / "docs" / "rules" / f"{game_name}.md").read_text(encoding="utf-8")
    assert {rule for how in asked(game_name).values() for rule in how.rules if f"**{rule}**" not in numbers} == set()


def test_pictures_of_gods_guardians_and_scenarios():
    drawn = {
        question.name: [value.pictures for value in question.values]
        for question in questions(khonsu.games()["ankh"], words.words("en", "ankh"))
        if question.often
    }
    assert all(pictures and all(pictures) for pictures in drawn.values())
    middle, old, random = drawn["scenario"]
    assert middle.keys() == {2, 3, 4, 5}
    assert len({*middle.values(), *old.values(), *random.values()}) == 9  # chance has one for all
    assert middle[5].count("figure") == 2 * 5


def test_a_game_that_says_nothing_is_asked_for_all_the_same(monkeypatch):
    about = khonsu.games()["horus"]
    monkeypatch.setattr("khonsu.web.scenes.form.asked", lambda name: {})
    found = questions(about, words.words("en", "horus"))
    assert [question.name for question in found] == [option.name for option in about.options]
    assert found[0].text == about.options[0].text
    assert [value.words for value in found[0].values] == ["Any slot", "Full side"]


def test_what_is_asked_about_absent_seats_is_not_meant(visitor, server):
    """A god that was chosen before the number of players went down."""
    answer = visitor.post("/new/ankh", players="2", seat0="person", option_god_0="ra", option_god_3="ra")
    options = server.hub.rooms[answer.url.path.rsplit("/", 1)[1]].table.match.options
    assert (options["god_0"], options["god_3"]) == ("ra", "random")
    answer = visitor.post("/new/horus", players="2", seat0="person", option_first_player="3")
    assert server.hub.rooms[answer.url.path.rsplit("/", 1)[1]].table.match.options["first_player"] == "random"


def test_problems_in_the_words_of_the_form(server, visit):
    answer = visit(server, "es").post("/new/ankh", players="2", option_god_0="ra", option_god_1="ra")
    problem = re.search(r'role="alert">(.+?)</p>', answer.text)
    assert problem
    assert problem[1] == "En esta mesa, «Dios del asiento 2» no puede ser «Ra». Elige otra cosa."


def test_slider_of_strength(visitor, server):
    """It has as many levels as there are, and the last of them is the strongest."""
    page = visitor.get("/new/ankhor").text
    last = words.levels()[-1]
    assert f'name="level1" min="1" max="{last}" value="3"' in page
    assert last == 8
    assert words.level_words(last, words.words("fr")).startswith(f"Niveau {last}, Maître\u202f: notre bot le plus fort")
    assert len({words.level_words(level, words.words("es")) for level in words.levels()}) == last
    key = visitor.new("person", "bot", "bot:random", level1=str(last))
    assert [seat.bot for seat in server.hub.rooms[key].table.seats] == [None, f"level{last}", "random"]
    for level in ("0", str(last + 1), "x", "9" * 300):
        answer = visitor.post("/new/ankhor", players="2", seat1="bot", level1=level)
        assert 'role="alert"' in answer.text


# -- names -------------------------------------------------------------------------------------------------------------


def test_bots_of_one_level_have_names_and_faces_of_their_own(visitor, server):
    key = visitor.new("bot", "bot", "person", "bot", level0="3", level1="3", level3="3", name2="Meryt")
    with visitor.live(key) as live:
        seats = live.state["seats"]
    assert [seat["name"] for seat in seats] == ["Senbi", "Hapu", "Meryt", "Nebet"]
    assert [seat["plays"] for seat in seats] == ["Level 3", "Level 3", "", "Level 3"]
    assert [seat["face"] for seat in seats] == ["senbi", "hapu", None, "nebet"]
    assert all(visitor.get(f"/static/faces/{name.lower()}.svg").status_code == 200 for name in CHARACTERS)


def test_every_level_has_a_name_of_its_own():
    named = [character(f"level{level}", []) for level in words.levels()]
    assert len(set(named)) == len(named)
    assert character("level3", CHARACTERS) in CHARACTERS  # all taken: the table keeps them apart by a number
    assert {file.stem for file in FACES.glob("*.svg")} == {name.lower() for name in CHARACTERS}


def test_names_follow_the_language_of_the_reader(server, visit):
    """Guests and bots are called in the language of who reads, not of who made the table."""
    maker, french = visit(server, "es"), visit(server, "fr")
    key = maker.new("person", "friend", "bot:random", "person")
    link = re.search(rf"/join/{key}/[\w-]+", maker.get(f"/table/{key}").text)
    assert link is not None
    assert "Invité" in french.get(link[0]).text
    french.post(link[0], name="")
    expected = {"es": ["Invitado", "Invitado 2", "Tiye", "Jugador 4"], "fr": ["Invité", "Invité 2", "Tiye", "Joueur 4"]}
    for visitor, language in ((maker, "es"), (french, "fr")):
        with visitor.live(key, query="drawing=1", **{"accept-language": language}) as live:
            assert [seat["name"] for seat in live.state["seats"]] == expected[language]
            assert expected[language][1] in live.state["svg"]
    assert server.hub.rooms[key].table.match.names == ["Guest", "Guest 2", "Tiye", "Player 4"]
    assert [seat.name for seat in server.hub.rooms[key].table.seats] == ["", "", "Tiye", ""]
    assert "Invité 2" in french.get("/").text
    assert "Invitado 2" in maker.get("/").text


def test_old_tables_keep_the_names_they_were_given():
    seats = [
        Seat(table="t", seat=0, kind="person", name="Gast", person="a"),
        Seat(table="t", seat=1, kind="bot", name="Level 3 2", bot="level3"),
        Seat(table="t", seat=2, kind="person", name="", person="b"),
    ]
    assert shown_names(seats, words.words("fr")) == ["Gast", "Level 3 2", "Invité"]


# -- points ------------------------------------------------------------------------------------------------------------


def test_ankh_shows_devotion_without_the_tie_break(visitor, server):
    """AK-172: the place in a stack orders gods of the same devotion; people count whole devotion."""
    answer = visitor.post("/new/ankh", players="3", seat0="person", seat1="bot", seat2="bot")
    key = answer.url.path.rsplit("/", 1)[1]
    table = server.hub.rooms[key].table
    assert any(score != int(score) for score in table.match.scores())  # bots still see who is ahead
    with visitor.live(key) as live:
        seats: list[Any] = live.state["seats"]
    assert [seat["score"] for seat in seats] == [0, 0, 0]
    assert [seat["parts"] for seat in seats] == [[["Devotion", 0]]] * 3


# -- the first page ----------------------------------------------------------------------------------------------------


def test_my_tables_come_first_for_who_has_any(visitor):
    assert "My tables" not in visitor.get("/").text
    visitor.play_now()
    page = visitor.get("/").text
    assert page.index("My tables") < page.index("Three games of ancient Egypt")


@pytest.mark.parametrize(("language", "word"), [("en", "Settings"), ("es", "Ajustes"), ("fr", "Réglages")])
def test_settings_are_called_settings(server, visit, language, word):
    page = visit(server, language).get("/").text
    summary = re.search(r"<summary>(.*?)</summary>", page, re.DOTALL)
    assert summary
    assert word in summary[1]
    assert not any(own in summary[1] for own in words.NAMES.values())


def test_show_of_values_is_what_the_form_sends():
    for about in khonsu.games().values():
        for question in questions(about, words.words("en", about.name)):
            option = next(one for one in about.options if one.name == question.name)
            for value in question.values:
                assert value.sent == "" or show(option.read(value.sent)) == value.sent


@pytest.mark.parametrize(
    ("game", "field"), [("ankh", "option_start_player"), ("horus", "option_first_player"), ("ankhor", "amount")]
)
def test_numbers_that_only_look_like_digits(visitor, game, field):
    """A superscript two is a digit to Python, and no number: it is refused like any other word."""
    given = {"players": "2", "seat0": "person", "seat1": "person", "clock": "", field: "²"}
    given["clock"] = "minutes" if field == "amount" else ""
    assert visitor.post(f"/new/{game}", **given).status_code == 400
