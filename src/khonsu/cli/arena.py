"""The commands that play many matches: simulate, ladder, report. The arena does the work; this prints."""

from __future__ import annotations

import argparse
import json
import shlex
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from khonsu.cli.commands import console, known_bots, load, progress, seat_bots
from khonsu.errors import BadOption
from khonsu.games import games
from khonsu.text import Text

if TYPE_CHECKING:
    from khonsu.arena import Ladder, Limits, Simulation
    from khonsu.kernel.game import Game
    from khonsu.stats.sheet import Sheet


LADDER_MATCHES = 200  # for each pair, where nothing is said


class Bar:
    """A progress bar over matches that says what was there before, and after Ctrl-C what is kept."""

    def __init__(self, t: Text, kept: bool) -> None:
        self.t, self.kept = t, kept
        self.done, self.total = -1, 0
        self.bar = progress(t("playing"), None)

    def __enter__(self) -> Bar:
        self.advance = self.bar.__enter__()
        return self

    def __call__(self, done: int, total: int) -> None:
        """So many matches are finished."""
        if self.done < 0 and done:
            say(self.t("{n} of {all} matches have been played already.", n=done, all=total))
        self.advance(done - max(0, self.done), total=total)
        self.done, self.total = done, total

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.bar.__exit__(kind, error, trace)
        if kind is KeyboardInterrupt and self.kept:
            self.left()

    def describe(self, words: str) -> None:
        """Say how it stands."""
        self.advance(0, description=f"{self.t('playing')} {words}")

    def left(self) -> None:
        """Say that what is finished is not lost."""
        sentence = "{n} of {all} matches are kept. Run the same command to play the rest."
        say(self.t(sentence, n=max(0, self.done), all=self.total))


def say(sentence: str) -> None:
    """A remark that is no part of the answer."""
    console(stderr=True).print(sentence, soft_wrap=True, markup=False)


def limits(options: argparse.Namespace) -> Limits:
    """What bots may use for a step, where it was said."""
    from khonsu.arena import Limits

    found = Limits()
    if options.seconds is not None:
        found["seconds"] = options.seconds
    if options.iterations is not None:
        found["iterations"] = options.iterations
    return found


def conditions(options: argparse.Namespace, game: Game, bar: Bar) -> dict[str, Any]:
    """What all three functions of the arena are told besides."""
    from khonsu.arena import Work
    from khonsu.cli import read_options

    chosen = read_options(options.option)
    game.about.resolve(chosen)  # a name that the game does not know could be one of the arena's own
    told = {"players": table_size(game, options), "seed": options.seed or 0, "limits": limits(options)}
    return {**told, "work": Work(options.jobs, options.ray, bar), **chosen}


def show(sheet: Sheet, t: Text) -> None:
    """A table on the screen."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for place, heading in enumerate(sheet.headings):
        table.add_column(t(heading) if heading else "", justify="left" if place < sheet.left else "right")
    for row in sheet.rows:
        table.add_row(*row)
    console().print(table)


def simulate(options: argparse.Namespace, t: Text) -> int:
    """Play many matches and print what came out; Ctrl-C sums up what is there."""
    from khonsu.arena import Keep
    from khonsu.arena import simulate as run

    if options.out is None and (options.text or options.features):
        raise BadOption("--out", "", "FILE.parquet")
    game = load(options.game, t)
    bots = seat_bots(options.bots, table_size(game, options))
    keep = Keep(options.out, options.text, options.features) if options.out else None
    with Bar(t, kept=keep is not None) as bar:
        found = run(game, options.games, bots, keep=keep, **conditions(options, game, bar))
    if options.json:
        print(json.dumps(found.as_data(), indent=2))
    else:
        simulation_tables(found, game.texts(t.language))
    return 0 if found.complete else 130


def table_size(game: Game, options: argparse.Namespace) -> int:
    """The number of seats: what was said, or the smallest."""
    players: int = options.players or game.about.players[0]
    game.about.check_players(players)
    return players


def simulation_tables(found: Simulation, t: Text) -> None:
    """The figures of a simulation for people."""
    from khonsu.stats.sheet import Sheet

    data = found.as_data()
    show(found.sheet(), t)
    console().print(
        t(
            "{games} matches in {seconds:.1f} s ({rate:,.0f} a second); {turns:.1f} turns ({least}–{most}) and "
            "{decisions:.0f} decisions a match; seeds {first}–{last}",
            games=len(found),
            seconds=found.seconds,
            rate=len(found) / found.seconds,
            turns=data["turns_mean"],
            least=data["turns_min"],
            most=data["turns_max"],
            decisions=data["decisions_mean"],
            first=found.plan.seed,
            last=found.plan.seed + len(found) - 1,
        )
    )
    if counts := found.counted():
        rows = [row for name, counted in counts.items() for row in counted_rows(name, counted, t)]
        show(Sheet(("", "mean", "fewest", "most", "matches"), rows), t)
    if found.file:
        files = {"decisions": data["decisions_file"], "matches": data["matches_file"]}
        print(t("Decisions are in {decisions}, matches in {matches}.", **files))


def counted_rows(name: str, found: dict[str, float], t: Text) -> list[tuple[str, ...]]:
    """What the game itself counts: a number with its spread, words with their share."""
    if "mean" in found:
        mean = f"{found['mean']:.2f} ± {found['sd']:.2f}"
        return [(t(name), mean, f"{found['min']:g}", f"{found['max']:g}", f"{found['share']:.1%}")]
    return [(f"{t(name)}: {t(word)}", "", "", "", f"{share:.1%}") for word, share in found.items()]


def ladder(options: argparse.Namespace, t: Text) -> int:
    """Play bots against each other and say how strong each is; Ctrl-C says it of the matches that are there."""
    from khonsu.arena import ladder as run
    from khonsu.arena import pairings

    if options.all is not None:
        return play_everything(options, t)
    if options.game is None:
        raise BadOption("game", "", ", ".join(games()))
    if options.until is not None:
        return test_pair(options, t)
    names, against = known_bots(options.bots or levels()), known_bots(rivals(options))
    pairs = pairings(names, against, options.games or LADDER_MATCHES, options.measured)
    game = load(options.game, t)
    journal = options.journal or f"khonsu-ladder-{game.name}-{table_size(game, options)}.jsonl"
    with Bar(t, kept=True) as bar:
        found = run(game, pairs, journal=journal, **conditions(options, game, bar))
    if not found.complete:
        bar.left()
    if found.replaced:
        say(t("A bot failed {n} times, and greedy moved in its place; the log says why.", n=found.replaced))
    tell_ladder(options, t, found, ladder_command(options, game, found))
    return 0 if found.complete else 130


def play_everything(options: argparse.Namespace, t: Text) -> int:
    """Play all matches that tell how strong the bots are, or some parts of them; the same command goes on."""
    from khonsu.arena import Work, parts, play_part, write_part
    from khonsu.arena.problems import NotWithAll

    for name in ("games", "measured", "bots", "against", "until", "option", "seconds", "iterations"):
        if getattr(options, name) not in (None, []):
            raise NotWithAll(f"--{name}")
    wanted, seed = [load(options.game, t).name] if options.game else [], options.seed or 0
    for part in parts(wanted, options.all):
        if options.players and part.players != options.players:
            continue
        say(f"{part.game} {part.players}: {part.name}")
        load(part.game, t)
        with Bar(t, kept=True) as bar:
            found = play_part(part, options.journal, Work(options.jobs, options.ray, bar), seed)
        if not found.complete:
            bar.left()
            return 130
        if options.write:
            write_part(Path(options.write), part, found, f"{part.command} --seed {seed}")
        if options.json:
            print(json.dumps({"part": part.name, **found.as_data()}))
        else:
            show(found.sheets()[0], t)
    return 0


def test_pair(options: argparse.Namespace, t: Text) -> int:
    """Play two bots against each other until it is clear which hypothesis holds."""
    from khonsu.arena import Verdict
    from khonsu.arena import until as run

    bots, numbers = known_bots(options.bots or levels()[-1:]), options.until
    rest, one = bots if len(bots) == 2 else (known_bots(rivals(options))[0], bots[-1])
    if len(bots) > 2 or len(numbers) not in (0, 2, 3):
        raise BadOption("--until", " ".join(map(str, numbers)), "LOW,HIGH,ERROR")
    game = load(options.game, t)
    journal = options.journal or f"khonsu-ladder-{game.name}-{table_size(game, options)}.jsonl"
    with Bar(t, kept=True) as bar:

        def hear(found: Verdict) -> None:
            bar.describe(f"{found.standing.wins.value:.1%} {found.evidence:+.2f}" if found.standing else "")

        told: dict[str, Any] = {"most": options.games or LADDER_MATCHES, "hear": hear, "journal": journal}
        found = run(game, (one, rest), tuple(numbers) or None, **told, **conditions(options, game, bar))
    if not found.complete:
        bar.left()
    if options.json:
        print(json.dumps(found.as_data(), indent=2))
    else:
        show(found.sheet(), t)
    return 0 if found.complete else 130


def rivals(options: argparse.Namespace) -> list[str]:
    """The bots to measure against: what was said, or the usual ones."""
    return ["greedy", "random"] if options.against is None else options.against


def levels() -> list[str]:
    """The levels there are, from the lowest; greedy where there are none."""
    from khonsu.bots import bots

    return sorted(name for name in bots() if name.startswith("level")) or ["greedy"]


def ladder_command(options: argparse.Namespace, game: Game, found: Ladder) -> str:
    """The command that plays these matches again, defaults spelt out."""
    from khonsu.arena.runs.plan import arguments

    words = ["khonsu", "ladder", game.name, "--players", str(found.contest.players)]
    words += ["--games", str(options.games or LADDER_MATCHES)]
    words += ["--measured", str(options.measured)] if options.measured else []
    words += ["--seed", str(options.seed or 0), "--bots", *known_bots(options.bots or levels())]
    words += ["--against", *known_bots(rivals(options))]
    return shlex.join(words + arguments(game, found.contest.limits, found.contest.options))


def tell_ladder(options: argparse.Namespace, t: Text, found: Ladder, command: str) -> None:
    """What a ladder has found: in a document, as JSON, or printed."""
    from khonsu.arena.ladder.strength import cpu, write

    if options.write:
        write(Path(options.write), found, command)
    if options.json:
        print(json.dumps({**found.as_data(), "cpu": cpu()}, indent=2))
        return
    pairs, ratings = found.sheets()
    show(pairs, t)
    console().print()
    show(ratings, t)
    if options.write:
        print(t("The results are in {file}.", file=options.write))


def report(options: argparse.Namespace, t: Text) -> int:
    """Play many matches among bots and write a page about what they show; the same command goes on after Ctrl-C."""
    from khonsu.arena import report as run
    from khonsu.arena.runs.plots import matplotlib_there

    matplotlib_there()
    game = load(options.game, t)
    bots = seat_bots(options.bots or [quick_bot()], table_size(game, options))
    output = Path(options.out or f"khonsu-report-{game.name}-{len(bots)}.html")
    with Bar(t, kept=True) as bar:
        found = run(game, options.games, bots, file=output, **conditions(options, game, bar))
    found.write(output, t.language)
    if options.json:
        print(json.dumps({"file": str(output), "charts": found.as_data(t.language)}, indent=2))
    else:
        print(t("The report is in {file}.", file=output))
    return 0


def quick_bot() -> str:
    """The best bot that plays a match in milliseconds."""
    from khonsu.bots import bots

    return next(name for name in ("swift", "greedy") if name in bots())


Command = Callable[..., argparse.ArgumentParser]


def register(command: Command, t: Text) -> None:
    """The arguments of these commands."""
    register_simulate(command, t)
    register_ladder(command, t)
    register_report(command, t)


def register_simulate(command: Command, t: Text) -> None:
    """The arguments of `khonsu simulate`."""
    many = command(
        "simulate",
        simulate,
        "Let bots play many matches and sum up the results.",
        "khonsu simulate ankhor --games 10000 --bots greedy random --jobs 2 --out games.parquet",
    )
    many_matches(many, t, 1000, t("how many matches"))
    many.add_argument(
        "--bots", nargs="+", default=["random"], help=t("bots for all seats; the last one fills the rest")
    )
    many.add_argument("--out", metavar="FILE.parquet", help=t("keep every decision in this file"))
    many.add_argument("--text", action="store_true", help=t("keep the notation of every move too (slow)"))
    many.add_argument("--features", action="store_true", help=t("keep the numbers for learning too (large)"))


def register_ladder(command: Command, t: Text) -> None:
    """The arguments of `khonsu ladder`."""
    from khonsu.cli import positive

    rungs = command(
        "ladder",
        ladder,
        "Play bots against each other and rate them.",
        "khonsu ladder horus --bots level1 level2 level3 --games 200 --jobs 2",
    )
    many_matches(rungs, t, None, t("how many matches for each pair"), optional=True)
    rungs.add_argument(
        "--all",
        nargs="*",
        metavar="PART",
        help=t("play all of docs/strength.md: swift, neighbours, frozen, times4, growth"),
    )
    rungs.add_argument(
        "--measured", type=positive, help=t("how many matches against the bots of --against, if different")
    )
    rungs.add_argument("--bots", nargs="+", help=t("the bots, weakest first (default: all levels)"))
    rungs.add_argument("--against", nargs="*", help=t("bots to measure the last one against"))
    rungs.add_argument(
        "--until",
        nargs="*",
        type=float,
        metavar=("LOW", "HIGH"),
        help=t(
            "compare two bots: stop as soon as the first one's share of wins is clearly LOW or HIGH; a third number is "
            "the error allowed"
        ),
    )
    rungs.add_argument("--journal", metavar="FILE", help=t("where finished matches are kept, to continue later"))
    rungs.add_argument("--write", metavar="FILE", help=t("write the results into this document too"))


def register_report(command: Command, t: Text) -> None:
    """The arguments of `khonsu report`."""
    page = command(
        "report",
        report,
        "Let bots play many matches and write a report on the balance of the game.",
        "khonsu report ankh --players 4 --games 500 --jobs 2 --out ankh.html",
    )
    many_matches(page, t, 200, t("how many matches"))
    page.add_argument("--bots", nargs="+", help=t("who plays; several bots change seats from match to match"))
    page.add_argument("--out", metavar="FILE.html", help=t("write the page to this file"))


def many_matches(
    made: argparse.ArgumentParser, t: Text, games: int | None, sentence: str, optional: bool = False
) -> None:
    """The arguments of everything that plays many matches: which, how many, by whom, how hard a bot may think."""
    from khonsu.cli import json_flag, match_arguments, positive

    made.add_argument("game", nargs="?" if optional else None, help=t("which game"))
    match_arguments(made, t)
    made.add_argument("--games", type=positive, default=games, help=sentence)
    made.add_argument("--jobs", type=positive, default=1, help=t("processes that play at the same time"))
    made.add_argument("--ray", metavar="ADDRESS", help=t("play on this Ray cluster; local starts one here"))
    made.add_argument("--seconds", type=seconds, help=t("seconds a bot may think about a move"))
    made.add_argument("--iterations", type=positive, help=t("how many positions a bot may look at for each move"))
    json_flag(made, t)


def seconds(text: str) -> float:
    """A time above 0."""
    number = float(text)
    if not 0 < number < 3600:
        raise argparse.ArgumentTypeError(f"{text}: 0 – 3600")
    return number
