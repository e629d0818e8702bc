"""The parts that all drawings share: pigments, signs, and what every picture promises."""

from __future__ import annotations

import inspect
import re
import unicodedata
import xml.etree.ElementTree as ET
from collections.abc import Callable
from importlib import metadata

import pytest
from jinja2 import DictLoader, Environment, TemplateSyntaxError
from jinja2.compiler import CodeGenerator
from markupsafe import Markup

from khonsu.draw import SHARED, environment, labels
from khonsu.draw.easel import Easel, Fold, Quoting
from khonsu.match import Match
from khonsu.text import Text

SVG = "{http://www.w3.org/2000/svg}"
ASKED_FOR = [
    "circle",
    "square",
    "triangle",
    "diamond",
    "hexagon",
    "jackal",
    "scarab",
    "falcon",
    "two",
    "depot",
    "scribe",
    "desert",
    "ankh",
    "fish",
    "tusk",
    "log",
    "reed",
    "cloth",
    "bonus",
]


@pytest.fixture(scope="module")
def shared() -> Environment:
    return environment(SHARED)


def luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_signs_are_well_formed_and_complete(shared: Environment) -> None:
    text = shared.from_string('{% from "symbols.svg" import symbols %}<svg>{{ symbols() }}</svg>').render()
    signs = {sign.attrib["id"]: sign for sign in ET.fromstring(text)}
    assert {f"k-{name}" for name in ASKED_FOR} <= set(signs)
    assert all(sign.attrib["viewBox"] == "0 0 24 24" and len(sign) for sign in signs.values())


def test_signs_can_be_picked(shared: Environment) -> None:
    source = '{% from "symbols.svg" import symbols %}<svg>{{ symbols(["ankh", "fish"]) }}</svg>'
    assert [sign.attrib["id"] for sign in ET.fromstring(shared.from_string(source).render())] == ["k-ankh", "k-fish"]


def test_signs_stay_on_their_grid(shared: Environment) -> None:
    """Absolute coordinates lie between 0 and 24."""
    signs = shared.get_template("symbols.svg").module.SIGNS  # type: ignore[attr-defined]
    for name, drawing in signs.items():
        for path in re.findall(r' d="([^"]*)"', drawing):
            if re.search(r"[a-gi-y]", path):  # relative commands: only the start is checked
                path = re.split(r"[a-gi-y]", path)[0]
            assert all(0 <= float(number) <= 24 for number in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", path)), name


@pytest.mark.parametrize("theme", ["LIGHT", "DARK"])
def test_contrast_of_the_pigments(shared: Environment, theme: str) -> None:
    declared = getattr(shared.get_template("pigments.svg").module, theme)
    pigment = dict(re.findall(r"--([\w-]+):(#[0-9A-F]{6})", declared))
    for ground in ("stone", "plaster"):
        assert contrast(pigment["ink"], pigment[ground]) >= 7
        assert contrast(pigment["faded"], pigment[ground]) >= 4.5
    for paint in ("lapis", "ochre", "malachite", "murex"):
        assert contrast(pigment["on-paint"], pigment[paint]) >= 4.5, paint
    assert contrast("#1B1714", pigment["orpiment"]) >= 4.5  # carbon on gold: ankhs, the fourth seat


def test_both_themes_name_the_same_pigments(shared: Environment) -> None:
    module = shared.get_template("pigments.svg").module
    light, dark = (re.findall(r"--([\w-]+):", getattr(module, theme)) for theme in ("LIGHT", "DARK"))
    assert light == dark


def test_style_knows_the_states(shared: Environment) -> None:
    style = shared.from_string('{% from "pigments.svg" import style %}{{ style() }}').render()
    for word in (".choice", ".chosen", ".fresh", ".impossible", "prefers-color-scheme", "prefers-reduced-motion"):
        assert word in style
    assert "&#" not in style  # nothing was escaped
    assert style.count("{") == style.count("}")


def test_every_picture(game_name: str, players: int, random_match: Callable[..., Match]) -> None:
    """Well-formed, with a title, self-contained, without scripts, small, ids once."""
    match = random_match(game_name, players, seed=3, steps=60)
    if match.game.picture is None:
        pytest.skip("no picture yet")
    for seat in (-1, *match.deciders):
        text = match.svg(seat, "en")
        root = ET.fromstring(text)
        assert root.find(f"{SVG}title") is not None
        assert root.find(f"{SVG}desc") is not None
        assert not list(root.iter(f"{SVG}script"))
        assert re.findall(r"https?://[^\"' )]+", text) == ["http://www.w3.org/2000/svg"]
        ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
        assert len(ids) == len(set(ids))
        uses = {use.attrib["href"][1:] for use in root.iter(f"{SVG}use")}
        assert uses <= set(ids)
        assert len(text) < 100_000


@pytest.mark.parametrize(
    ("source", "drawn"),
    [
        ('<g id="a"\n  class="b"/>', '<g id="a" class="b"/>'),
        ('<g id="a"\n  {{ step }}/>', '<g id="a" data-step="4"/>'),
        (
            '<g id="a"\n  {% if step %} {{ step }}{% endif %}>\n  <use/>\n  <use/></g>',
            '<g id="a" data-step="4"><use/><use/></g>',
        ),
        ("<title>\n  {{ name }}\n  {% if step %}, first{% endif %}</title>", "<title>&lt;Ra&gt;, first</title>"),
        ("<g>\n<use/>\n</g>", "<g>\n<use/>\n</g>"),
        ('{% set signs = {\n  "a": 1,\n  "b": 2} %}\n{{ signs["b"] }}', "2"),
    ],
)
def test_folded_lines_are_joined(source: str, drawn: str) -> None:
    """An indented line goes on with the line before; only between attributes there is a space."""
    made = Easel(extensions=[Fold], autoescape=True, trim_blocks=True, lstrip_blocks=True)
    assert made.from_string(source).render(name="<Ra>", step=Markup('data-step="4"')) == drawn


def test_errors_in_folded_lines_name_their_line() -> None:
    source = '<g id="a"\n  class="b"\n  transform="c">\n{% nonsense %}</g>'
    with pytest.raises(TemplateSyntaxError) as caught:
        Easel(extensions=[Fold], loader=DictLoader({"board": source})).get_template("board")
    assert caught.value.lineno == 4


def test_the_hook_into_jinja_holds() -> None:
    """`Quoting` overrides a private method. If Jinja renames it, drawings stay right but are slow: say so here."""
    version = metadata.version("jinja2")
    assert version.startswith("3.1."), f"Jinja {version}: look at khonsu.draw.easel.Quoting before the bound is raised"
    own = inspect.signature(Quoting._output_child_pre)
    assert list(own.parameters) == list(inspect.signature(CodeGenerator._output_child_pre).parameters)
    source = "{{ a }}{{ a|upper }}{{ b.c }}{% if d %}{{ d }}{% endif %}{% autoescape false %}{{ a }}{% endautoescape %}"
    plain, ours = Environment(autoescape=True), Easel(autoescape=True)
    compiled = str(ours.compile(source, raw=True))
    assert compiled.count("environment.quote(") == 4
    assert " escape(" not in compiled
    for given in ("<a & 'b' \"c\">", Markup("<b>"), 7, 2.5, None, True, ["<"]):
        values = {"a": given, "b": {"c": given}, "d": given}
        assert ours.from_string(source).render(values) == plain.from_string(source).render(values)


@pytest.mark.parametrize("language", ["es", "fr"])
def test_shared_labels_are_translated(language: str) -> None:
    t = Text(language)
    for view in ({"winners": [0, 1]}, {"winners": [1]}, {"winners": [], "current": 1}):
        assert labels.status(view, ["Ann", "Bob"], t) != labels.status(view, ["Ann", "Bob"], Text("en"))


def test_labels_fit() -> None:
    assert labels.shorten("Nefertari", 9) == "Nefertari"
    assert labels.shorten("Nefertari the First", 11) == "Nefertari…"
    assert labels.shorten("Ra", 0) == "R…"
    assert labels.wrap("one two three", 7) == ["one two", "three"]
    assert labels.capital("last round") == "Last round"


def test_no_line_is_too_long() -> None:
    """Templates, styles and drawings are read and compared by people: at most 140 characters a line."""
    kinds = (".html", ".svg", ".css", ".js")
    files = [file for file in SHARED.parents[1].rglob("*") if file.suffix in kinds]
    assert len(files) > 30
    long = [
        file.name for file in files if any(len(line) > 140 for line in file.read_text(encoding="utf-8").split("\n"))
    ]
    assert long == []


def words(text: str) -> list[str]:
    """The words of a text as somebody says them who steers by voice."""
    return re.findall(r"[^\W_]+", unicodedata.normalize("NFKD", re.sub(r"\([^()]*\)", "", text.lower())))


@pytest.mark.parametrize("language", ["en", "es", "fr"])
def test_what_a_choice_shows_is_part_of_its_name(
    game_name: str, players: int, language: str, random_match: Callable[..., Match]
) -> None:
    """Somebody who says what stands on a choice must meet it by that name (WCAG 2.5.3, as axe-core reads it)."""
    chosen = 0
    for steps in range(0, 100, 9):
        match = random_match(game_name, players, seed=steps, steps=steps)
        if match.game.picture is None:
            pytest.skip("no picture yet")
        seat = match.deciders[0] if match.deciders else -1
        for choice in ET.fromstring(match.svg(seat, language)).iter():
            if choice.get("role") == "button":
                chosen += 1
                shown = words(" ".join("".join(text.itertext()) for text in choice.iter(f"{SVG}text")))
                name = words(choice.attrib["aria-label"])
                assert any(name[i : i + len(shown)] == shown for i in range(len(name) + 1)), (shown, name)
    assert chosen
