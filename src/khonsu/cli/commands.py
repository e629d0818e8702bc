"""The commands that need no conversation: games, replay, show, bench, warm."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import khonsu
from khonsu.errors import BadOption, KhonsuError, UnknownGame
from khonsu.kernel.about import About, Follows, Option
from khonsu.kernel.about import show as show_value
from khonsu.text import Text

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress

    from khonsu.kernel.game import Game
    from khonsu.match import Match


class NotPlayable(KhonsuError):
    """Games that the compiler refuses."""

    template = "{names} could not be compiled. The lines above say why; run khonsu warm to try again."


def version() -> str:
    """The version of the package."""
    return khonsu.__version__


def console(stderr: bool = False) -> Console:
    """Where tables and progress bars go."""
    from rich.console import Console

    return Console(stderr=stderr, highlight=False)


@contextmanager
def progress(words: str, total: int | None) -> Iterator[Callable[..., None]]:
    """A progress bar on standard error; yields the function that advances it."""
    with bars() as bar:
        task = bar.add_task(words, total=total)

        def advance(steps: float = 1, description: str | None = None, total: int | None = None) -> None:
            bar.update(task, advance=steps, description=description, total=total)

        yield advance


def bars() -> Progress:
    """Room for progress bars on standard error."""
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f}%"),
        TimeElapsedColumn(),
    )
    return Progress(*columns, console=console(stderr=True), transient=True)


def load(name: str, t: Text) -> Game:
    """A game with its rules; while they are compiled for the first time a bar shows how far it is."""
    if name not in khonsu.games():
        raise UnknownGame(name, ", ".join(khonsu.games()))
    from khonsu.kernel.cache import NotCompiled, only_loading  # with it comes Numba, which not every command needs

    try:
        with only_loading():
            return khonsu.game(name)
    except NotCompiled:
        compile_games([name], t)
    return khonsu.game(name)


def read(file: str, t: Text) -> Match:
    """The match in a file; if its game has to be compiled, with a bar."""
    from khonsu.match.record import parse

    text = Path(file).read_text(encoding="utf-8")
    _, name = parse(text).header.get("game", (1, ""))
    if name in khonsu.games():
        load(name, t)
    return khonsu.read(text)


def compile_games(names: Sequence[str], t: Text, jobs: int | None = None, more: tuple[str, ...] = ()) -> None:
    """Compile games in processes of their own, with a bar for each; Ctrl-C ends them, and the next time goes on."""
    from khonsu.compiling import Compiler

    async def compile_all() -> list[str]:
        compiler = Compiler(names, jobs, more)
        with bars() as shown:
            tasks = {
                name: shown.add_task(t("{title}: compiling the rules, once", title=khonsu.games()[name].title), total=1)
                for name in names
            }
            compiler.open()
            try:
                settled = asyncio.ensure_future(compiler.until_settled())
                while not settled.done():
                    await asyncio.wait([settled], timeout=0.2)
                    for name, task in tasks.items():
                        shown.update(task, completed=compiler.share(name))
            finally:
                await compiler.close()
        return [name for name in names if not compiler.complete(name)]

    if failed := asyncio.run(compile_all()):
        raise NotPlayable(names=", ".join(khonsu.games()[name].title for name in failed))


def games(options: argparse.Namespace, t: Text) -> int:
    """List games, or the options of one."""
    if options.game:
        return game_options(options, t)
    if options.json:
        print(json.dumps([card(about) for about in khonsu.games().values()], indent=2))
        return 0
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for heading in ("game", "title", "players", "minutes", "designer", "publisher"):
        table.add_column(t(heading))
    for about in khonsu.games().values():
        seats = f"{about.players[0]}–{about.players[-1]}"
        minutes = "–".join(map(str, dict.fromkeys(about.minutes)))
        table.add_row(about.name, about.title, seats, minutes, about.designer, f"{about.publisher} {about.year}")
    console().print(table)
    return 0


def card(about: About) -> dict[str, object]:
    """A game's card as plain data."""
    return {
        "name": about.name,
        "title": about.title,
        "players": list(about.players),
        "minutes": list(about.minutes),
        "designer": about.designer,
        "publisher": about.publisher,
        "year": about.year,
        "rules": about.rules,
        "options": [
            {"name": option.name, "default": default_text(option), "allowed": option.allowed, "text": option.text}
            for option in about.options
        ],
    }


def default_text(option: Option) -> str:
    """An option's default in words."""
    if isinstance(option.default, Follows):
        return ", ".join(f"{show_value(value)} ({key})" for key, value in option.default.by_value.items())
    return show_value(option.default)


def game_options(options: argparse.Namespace, t: Text) -> int:
    """The options of one game, each with a sentence."""
    if options.game not in khonsu.games():
        raise UnknownGame(options.game, ", ".join(khonsu.games()))
    about = khonsu.games()[options.game]
    if options.json:
        print(json.dumps(card(about), indent=2))
        return 0
    words = game_text(options.game, t)
    print(f"{about.title}: {words(about.sentence)}")
    for option in about.options:
        print(f"\n  {option.name} = {default_text(option)}   [{option.allowed}]\n    {words(option.text)}")
    return 0


def game_text(name: str, t: Text) -> Text:
    """A game's translations without loading its rules."""
    from importlib import import_module

    from khonsu.games import package

    file = import_module(package(name)).__file__
    return Text(t.language, [Path(file).parent / "locale"] if file else [])


def known_bots(words: Sequence[str]) -> list[str]:
    """Names of bots, separated by spaces or commas; a name with settings (after a colon) may have commas itself."""
    from khonsu.bots import known

    names = [name.strip() for word in words for name in ([word] if ":" in word else word.split(","))]
    return [known(name) for name in names if name]


def seat_bots(words: Sequence[str], players: int) -> list[str]:
    """Bots for all seats: the list that was given, its last one repeated."""
    from khonsu.bots import seated

    return seated(known_bots(words), players, "--bots")


def replay(options: argparse.Namespace, t: Text) -> int:
    """Tell a record step by step, or show the table at one place."""
    match = read(options.record, t)
    if options.verify:
        return verify(match, t)
    if options.at is not None:
        earlier = match.at(options.at)
        print(json.dumps(earlier.view(), indent=2) if options.json else earlier.board(language=t.language))
        return 0
    told = []
    for place, again in enumerate(match.replay()):
        said = again.told(language=t.language) if place else []
        step = match.steps[place - 1] if place else None
        told.append({"step": place, "seat": step and step.seat, "text": step and step.text, "events": said})
        for line in [] if options.json else [*(f"# {said}" for said in match.comments.get(place, [])), *said]:
            print(f"{place:4}  {line}")
    if options.json:
        print(json.dumps(told, indent=2))
    else:
        print("\n" + match.board(language=t.language))
        print(result_line(match, t))
    return 0


def verify(match: Match, t: Text) -> int:
    """Whether the record's seed is the one whose hash was shown when the match began; exit code 1 if it is not."""
    from khonsu.web.domain.pledge import holds

    held = holds(match.seed, match.comments.get(0, []))
    if held is None:
        print(t("The match replays from its seed. This record has no hash to check the seed against."))
    elif held:
        print(t("The match replays from its seed, and the seed matches the hash shown at the beginning."))
    else:
        print(t("The seed does not match the hash shown at the beginning."))
    return 1 if held is False else 0


def result_line(match: Match, t: Text) -> str:
    """Who won."""
    if not match.over:
        return t("The match is not finished.")
    winners = [match.names[seat] for seat in match.winners()]
    if len(winners) > 1:
        return t("{names} share the victory.", names=t.items(winners))
    return t("{name} wins.", name=winners[0]) if winners else t("Nobody wins.")


def from_position(file: str) -> khonsu.Match:
    """The match that begins from the position in a file; - is standard input."""
    return khonsu.Match.from_position(sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8"))


def show(options: argparse.Namespace, t: Text) -> int:
    """Draw the table of a record or of a position."""
    if (options.record is None) == (options.position is None):
        raise KhonsuError(problem=t("Give either a record or --position FILE, not both."))
    if options.position:
        match = from_position(options.position)
    else:
        match = read(options.record, t)
    if options.at is not None:
        match = match.at(options.at)
    if not -1 <= options.seat < match.players:
        raise BadOption("--seat", options.seat, f"-1 – {match.players - 1}")
    picture = match.svg(options.seat, t.language, options.narrow)
    if options.output:
        Path(options.output).write_text(picture, encoding="utf-8")
        print(t("The board after {n} moves is in {file}.", n=len(match.steps), file=options.output))
    else:
        sys.stdout.write(picture)
    return 0


def bench(options: argparse.Namespace, t: Text) -> int:
    """Measure a game."""
    from khonsu.arena.bench import FIGURES
    from khonsu.arena.bench import bench as measure

    game = load(options.game, t)
    players = options.players or game.about.players[0]
    game.about.check_players(players)
    figures: dict[str, Any] = {"game": game.name, "players": players}
    spread = {}
    with progress(t("measuring"), len(FIGURES)) as advance:
        for name, median, runs in measure(game, players):
            figures[name] = median
            spread[name] = (min(runs), max(runs))
            advance(1)
    if options.json:
        print(json.dumps(figures, indent=2))
        return 0
    for name, (least, most) in spread.items():
        print(f"{name:24} {figures[name]:>14,.3f}   ({least:,.3f} – {most:,.3f})")
    return 0


def warm(options: argparse.Namespace, t: Text) -> int:
    """Compile all rules and all kernels that run them, so that a later start is quick."""
    from khonsu.arena.runs.kernel.recording import record_random
    from khonsu.compiling.work import place
    from khonsu.kernel.batch import copies, play_random, playouts, simulate

    names = options.game or list(khonsu.games())
    for name in names:
        if name not in khonsu.games():
            raise UnknownGame(name, ", ".join(khonsu.games()))
    more = tuple(map(place, (play_random, playouts, simulate, copies, record_random)))
    compile_games(names, t, options.jobs, more)
    for name in names:
        print(t("{title} is ready.", title=khonsu.games()[name].title))
    return 0
