"""The commands that play many matches: simulate, ladder, report."""

from __future__ import annotations

import argparse
import json
import shlex
import time
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from khonsu.cli.commands import console, known_bots, load, progress, seat_bots
from khonsu.errors import BadOption
from khonsu.text import Text

if TYPE_CHECKING:
    from khonsu.arena.runs.chunks import Outcomes


def limits(options: argparse.Namespace) -> tuple[tuple[str, float], ...]:
    """What bots may use for a step, where it was said."""
    given = (("seconds", options.seconds), ("iterations", options.iterations))
    return tuple((name, value) for name, value in given if value is not None)


def simulate(options: argparse.Namespace, t: Text) -> int:
    """Play many matches and print what came out; Ctrl-C sums up what is there."""
    from khonsu.arena.runs.plan import plan
    from khonsu.arena.runs.simulate import Where, finished, simulate_to
    from khonsu.arena.runs.simulate import simulate as run
    from khonsu.cli import read_options

    if options.out is None and (options.text or options.features):
        raise BadOption("--out", "", "FILE.parquet")
    game = load(options.game, t)
    players = options.players or game.about.players[0]
    game.about.check_players(players)
    bots = seat_bots(options.bots, players)
    chosen = read_options(options.option)
    wanted = {"record": options.out is not None, "text": options.text, "features": options.features}
    made = plan(game, players, options.games, options.seed or 0, bots, chosen, limits=limits(options), **wanted)
    outcomes: Outcomes | None
    where, began, there = Where(options.jobs, options.ray), time.perf_counter(), 0
    if options.out:
        there = finished(made, Path(options.out))
        if there:
            say(t("{n} of {all} matches are already there.", n=there, all=made.games))
    with progress(t("playing"), made.games) as advance:
        advance(there)
        if options.out:
            try:
                outcomes = simulate_to(made, Path(options.out), where, advance)
            except KeyboardInterrupt:
                n = finished(made, Path(options.out))
                say(t("{n} of {all} matches are kept; the same command goes on with the others.", n=n, all=made.games))
                raise
        else:
            outcomes = run(made, where, advance)
    if outcomes is None:
        raise KeyboardInterrupt
    return summed_up(options, made, outcomes, time.perf_counter() - began, game.texts(t.language))


def say(sentence: str) -> None:
    """A remark that is no part of the answer."""
    console(stderr=True).print(sentence, soft_wrap=True, markup=False)


def summed_up(options: argparse.Namespace, plan: Any, outcomes: Any, seconds: float, t: Text) -> int:
    """The figures of a simulation, for people or programs."""
    from khonsu.arena.runs.chunks import summary

    found = {"game": plan.game, "players": plan.players, "seed": plan.seed, "seconds": seconds}
    found |= summary(outcomes, plan.bots)
    if options.out:
        from khonsu.arena.runs.simulate import matches_file

        found |= {"decisions_file": options.out, "matches_file": str(matches_file(Path(options.out)))}
    if options.json:
        print(json.dumps(found, indent=2))
    else:
        simulation_table(found, t)
        if options.out:
            print(
                t(
                    "Decisions are in {decisions}, matches in {matches}.",
                    decisions=found["decisions_file"],
                    matches=found["matches_file"],
                )
            )
    return 0 if found["games"] == plan.games else 130


def simulation_table(found: dict[str, Any], t: Text) -> None:
    """The figures of a simulation for people."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for heading in ("seat", "bot", "wins", "points", "fewest", "most"):
        table.add_column(t(heading), justify="right" if heading != "bot" else "left")
    for row in found["seats"]:
        wins = f"{row['win_share']:.1%} ± {row['win_margin']:.1%}"
        points = f"{row['score_mean']:.2f} ± {row['score_sd']:.2f}"
        table.add_row(str(row["seat"]), row["bot"], wins, points, f"{row['score_min']:g}", f"{row['score_max']:g}")
    screen = console()
    screen.print(table)
    screen.print(
        t(
            "{games} matches in {seconds:.1f} s ({rate:,.0f} a second); {turns:.1f} turns ({least}–{most}) and "
            "{decisions:.0f} decisions a match; seeds {first}–{last}",
            games=found["games"],
            seconds=found["seconds"],
            rate=found["games"] / found["seconds"],
            turns=found["turns_mean"],
            least=found["turns_min"],
            most=found["turns_max"],
            decisions=found["decisions_mean"],
            first=found["seed"],
            last=found["seed"] + found["games"] - 1,
        )
    )
    if found["counted"]:
        counted_table(found["counted"], t)


def counted_table(counted: dict[str, dict[str, float]], t: Text) -> None:
    """What the game itself counts: numbers with their spread, words with their share."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for heading in ("", "mean", "fewest", "most", "matches"):
        table.add_column(t(heading) if heading else "", justify="right" if heading else "left")
    for name, found in counted.items():
        if "mean" in found:
            mean = f"{found['mean']:.2f} ± {found['sd']:.2f}"
            table.add_row(t(name), mean, f"{found['min']:g}", f"{found['max']:g}", f"{found['share']:.1%}")
        else:
            for word, share in found.items():
                table.add_row(f"{t(name)}: {t(word)}", "", "", "", f"{share:.1%}")
    console().print(table)


def ladder(options: argparse.Namespace, t: Text) -> int:
    """Play bots against each other and say how strong each is; Ctrl-C says it of the matches that are there."""
    from khonsu.arena.ladder import ladder as rungs
    from khonsu.arena.runs.plan import plan
    from khonsu.arena.runs.simulate import Where
    from khonsu.cli import read_options

    names = known_bots(options.bots) if options.bots else levels()
    pairs = rungs.pairings(names, known_bots(options.against))
    game = load(options.game, t)
    checked = plan(game, options.players, options.games, options.seed or 0, names, read_options(options.option))
    code = rungs.code_of(game.name)
    contest = rungs.Contest(game.name, checked.players, checked.options, limits(options), code)
    neighbours = set(pairwise(names[::-1]))
    counts = {pair: checked.games if pair in neighbours else options.measured or checked.games for pair in pairs}
    wanted = [b for p, count in counts.items() for b in rungs.bouts([p], checked.players, count, checked.seed)]
    journal = rungs.Journal(Path(options.journal or f"khonsu-ladder-{game.name}-{checked.players}.jsonl"))
    there = len(set(wanted) & journal.lines(contest).keys())
    if there:
        say(t("{n} of {all} matches are already there.", n=there, all=len(wanted)))
    stopped = False
    with progress(t("playing"), len(wanted)) as advance:
        advance(there)
        try:
            for _ in rungs.climb(contest, wanted, journal, Where(options.jobs, options.ray)):
                advance(1)
        except KeyboardInterrupt:
            stopped = True
    kept = journal.lines(contest)
    lines = [kept[bout] for bout in wanted if bout in kept]
    if stopped:
        all_, n = len(wanted), len(lines)
        say(t("{n} of {all} matches are kept; the same command goes on with the others.", n=n, all=all_))
    if not lines:
        raise KeyboardInterrupt
    tell_standings(options, t, game, checked, pairs, lines)
    return 130 if stopped else 0


def levels() -> list[str]:
    """The levels there are, from the lowest; greedy where there are none."""
    from khonsu.bots import bots

    return sorted(name for name in bots() if name.startswith("level")) or ["greedy"]


def tell_standings(
    options: argparse.Namespace,
    t: Text,
    game: Any,
    plan: Any,
    pairs: list[tuple[str, str]],
    lines: list[dict[str, Any]],
) -> None:
    """What a ladder has found: printed, as JSON, and in a document."""
    from khonsu.arena.ladder import ladder as rungs
    from khonsu.arena.ladder.strength import cpu, put, section

    replaced = sum(line["replaced"] for line in lines)
    if replaced:
        say(t("A bot failed {n} times, and greedy played the step; the log says why.", n=replaced))
    found, ratings = rungs.standings(lines, pairs), rungs.ratings(lines, plan.players)
    times = rungs.milliseconds(lines)
    if options.write:
        command = ladder_command(options, plan)
        text = section(game.about.title, game.name, plan.players, command, found, ratings, times)
        put(Path(options.write), game.name, plan.players, text)
    if options.json:
        answer = {
            "game": game.name,
            "players": plan.players,
            "cpu": cpu(),
            "pairs": [{"bot": s.one, "against": s.rest, "seeds": s.seeds, **numbers(s.wins)} for s in found],
            "ratings": [{**rating._asdict(), "milliseconds": times.get(rating.name)} for rating in ratings],
        }
        print(json.dumps(answer, indent=2))
    else:
        ladder_tables(found, ratings, times, plan.players, t)
        if options.write:
            print(t("The results are in {file}.", file=options.write))


def numbers(wins: Any) -> dict[str, Any]:
    """A share of wins as plain data."""
    return {"matches": wins.n, "wins": wins.value, "low": wins.low, "high": wins.high}


def ladder_command(options: argparse.Namespace, plan: Any) -> str:
    """The command that plays these matches again, defaults spelt out."""
    names = known_bots(options.bots) if options.bots else levels()
    words = ["khonsu", "ladder", plan.game, "--players", str(plan.players), "--games", str(plan.games)]
    words += ["--measured", str(options.measured)] if options.measured else []
    words += ["--seed", str(plan.seed), "--bots", *names, "--against", *known_bots(options.against)]
    return shlex.join(words + given(options))


def given(options: argparse.Namespace) -> list[str]:
    """The limits and options of the game that were given, as they are written."""
    words = []
    for name, value in limits(options):
        words += [f"--{name}", f"{value:g}"]
    for pair in options.option:
        words += ["--option", pair]
    return words


def ladder_tables(found: Any, ratings: Any, times: dict[str, float], players: int, t: Text) -> None:
    """The results of a ladder for people."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for heading in ("bot", "against", "matches", "wins", "95% interval"):
        table.add_column(t(heading), justify="left" if heading in ("bot", "against") else "right")
    for row in found:
        rest = row.rest if players == 2 else f"{players - 1} × {row.rest}"
        wins = row.wins
        table.add_row(row.one, rest, str(wins.n), f"{wins.value:.1%}", f"{wins.low:.1%} – {wins.high:.1%}")
    console().print(table)
    table = Table(box=None, pad_edge=False)
    for heading in ("bot", "Elo", "95% interval", "ms a step"):
        table.add_column(t(heading), justify="left" if heading == "bot" else "right")
    for rating in ratings:
        interval = f"{rating.low:.0f} – {rating.high:.0f}"
        table.add_row(rating.name, f"{rating.elo:.0f}", interval, f"{times.get(rating.name, 0):.2f}")
    console().print()
    console().print(table)


def report(options: argparse.Namespace, t: Text) -> int:
    """Play many matches among bots and write a page about what they show; the same command goes on after Ctrl-C."""
    from khonsu.arena.runs import balance as pages
    from khonsu.arena.runs.plan import plan
    from khonsu.arena.runs.plots import matplotlib_there
    from khonsu.arena.runs.simulate import Where
    from khonsu.cli import read_options

    matplotlib_there()
    game = load(options.game, t)
    players = options.players or game.about.players[0]
    game.about.check_players(players)
    bots = seat_bots(options.bots or [quick_bot()], players)
    chosen = read_options(options.option)
    made = plan(
        game, players, options.games, options.seed or 0, bots, chosen, limits=limits(options), rotate=len(set(bots)) > 1
    )
    output = Path(options.out or f"khonsu-report-{game.name}-{players}.html")
    there = pages.finished(made, output)
    if there:
        say(t("{n} of {all} matches are already there.", n=there, all=made.games))
    with progress(t("playing"), made.games) as advance:
        advance(there)
        try:
            seen = pages.watch(made, output, Where(options.jobs, options.ray), advance)
        except KeyboardInterrupt:
            n = pages.finished(made, output)
            say(t("{n} of {all} matches are kept; the same command goes on with the others.", n=n, all=made.games))
            raise
    words = game.texts(t.language)
    pages.write(output, pages.page(game, made, seen, report_command(options, made), words), made)
    if options.json:
        print(json.dumps({"file": str(output), "charts": pages.as_data(game, made, seen, words)}, indent=2))
    else:
        print(t("The report is in {file}.", file=output))
    return 0


def quick_bot() -> str:
    """The best bot that plays a match in seconds."""
    from khonsu.bots import bots

    return next(name for name in ("level5", "level4", "greedy") if name in bots())


def report_command(options: argparse.Namespace, plan: Any) -> str:
    """The command that makes this report again."""
    words = ["khonsu", "report", plan.game, "--players", str(plan.players), "--games", str(plan.games)]
    words += ["--seed", str(plan.seed), "--bots", *(plan.bots if plan.rotate else plan.bots[:1])]
    return shlex.join(words + given(options))


def register(command: Any, t: Text) -> None:
    """The arguments of these commands."""
    from khonsu.cli import json_flag, match_arguments, positive

    many = command(
        "simulate",
        simulate,
        "Play many matches among bots and sum them up.",
        "khonsu simulate ankhor --games 10000 --bots greedy random --jobs 2 --out games.parquet",
    )
    many.add_argument("game", help=t("which game"))
    match_arguments(many, t)
    many.add_argument("--games", type=positive, default=1000, help=t("how many matches"))
    many.add_argument("--bots", nargs="+", default=["random"], help=t("bots of all seats; the last one is repeated"))
    work_arguments(many, t)
    many.add_argument("--out", metavar="FILE.parquet", help=t("keep every decision in this file"))
    many.add_argument("--text", action="store_true", help=t("keep the notation of every step too (slow)"))
    many.add_argument("--features", action="store_true", help=t("keep the numbers for learning too (large)"))
    json_flag(many, t)

    rungs = command(
        "ladder",
        ladder,
        "Play bots against each other and say how strong each is.",
        "khonsu ladder horus --bots level1 level2 level3 --games 200 --jobs 2",
    )
    rungs.add_argument("game", help=t("which game"))
    match_arguments(rungs, t)
    rungs.add_argument("--games", type=positive, default=200, help=t("how many matches of each pair"))
    rungs.add_argument("--measured", type=positive, help=t("how many matches with those of --against, if not as many"))
    rungs.add_argument("--bots", nargs="+", help=t("the bots, from the weakest; without it, all levels"))
    rungs.add_argument(
        "--against", nargs="*", default=["greedy", "random"], help=t("bots that the last one is measured against")
    )
    work_arguments(rungs, t)
    rungs.add_argument("--journal", metavar="FILE", help=t("where finished matches are kept, to go on with later"))
    rungs.add_argument("--write", metavar="FILE", help=t("write the results into this document too"))
    json_flag(rungs, t)

    page = command(
        "report",
        report,
        "Play many matches among bots and write a page about the balance of the game.",
        "khonsu report ankh --players 4 --games 500 --jobs 2 --out ankh.html",
    )
    page.add_argument("game", help=t("which game"))
    match_arguments(page, t)
    page.add_argument("--games", type=positive, default=200, help=t("how many matches"))
    page.add_argument("--bots", nargs="+", help=t("who plays; several move on by one seat from match to match"))
    work_arguments(page, t)
    page.add_argument("--out", metavar="FILE.html", help=t("where the page goes"))
    json_flag(page, t)


def work_arguments(made: argparse.ArgumentParser, t: Text) -> None:
    """Who works, and how hard a bot may think."""
    from khonsu.cli import positive

    made.add_argument("--jobs", type=positive, default=1, help=t("processes that play at the same time"))
    made.add_argument("--ray", metavar="ADDRESS", help=t("play on this Ray cluster; local starts one here"))
    made.add_argument("--seconds", type=seconds, help=t("how long a bot may think about a step"))
    made.add_argument("--iterations", type=positive, help=t("how many positions a bot may look at for a step"))


def seconds(text: str) -> float:
    """A time above 0."""
    number = float(text)
    if not 0 < number < 3600:
        raise argparse.ArgumentTypeError(f"{text}: 0 – 3600")
    return number
