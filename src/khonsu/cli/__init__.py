"""The command line. Every command has an example in its help; bad input ends with code 2 and one clear sentence."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

from khonsu.errors import BadOption, KhonsuError
from khonsu.games import games as games_known
from khonsu.text import LANGUAGES, Text, chosen_language


class Parser(argparse.ArgumentParser):
    """argparse with the example at the end of the help, and one sentence on bad input."""

    def error(self, message: str) -> Any:
        """Say what was wrong and where help is; exit code 2."""
        help_line = vars(argparse)["_"]("Help: {command}").format(command=f"{self.prog} --help")
        self.exit(2, f"khonsu: {message}. {help_line}\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    t = Text(chosen_language(language_in(words)))
    options = parser(t).parse_args(words)
    try:
        code: int = options.run(options, t)
        return code
    except KhonsuError as error:
        print(f"khonsu: {t.explain(error)}", file=sys.stderr)
        return 2
    except FileNotFoundError as error:
        print(f"khonsu: {t('There is no file {name}.', name=error.filename)}", file=sys.stderr)
        return 2
    except (IsADirectoryError, PermissionError) as error:
        print(f"khonsu: {t('{name} cannot be read or written.', name=error.filename)}", file=sys.stderr)
        return 2
    except UnicodeDecodeError:
        print(f"khonsu: {t('That is not a text file.')}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(f"\nkhonsu: {t('Interrupted.')}", file=sys.stderr)
        return 130
    except BrokenPipeError:
        sys.stderr.close()  # the reader has seen enough
        return 0


def language_in(words: list[str]) -> str | None:
    """The value of --lang, needed before the help texts can be written."""
    for place, word in enumerate(words):
        if word.startswith("--lang="):
            return word[7:]
        if word == "--lang" and place + 1 < len(words):
            return words[place + 1]
    return None


def parser(t: Text) -> argparse.ArgumentParser:
    """All commands with their arguments."""
    from khonsu.cli import arena, commands, lessons, play, quiz, rules, serve, train

    vars(argparse)["_"] = t.find  # argparse's own sentences
    top = Parser(prog="khonsu", description=t("Play, replay and study three board games of ancient Egypt."))
    top.add_argument("--version", action="version", version=f"khonsu {commands.version()}")
    sub = top.add_subparsers(title=t("commands"), required=True, metavar=t("command"))

    def command(name: str, run: Callable[..., int], text: str, example: str) -> argparse.ArgumentParser:
        sentence = t(text)
        made = sub.add_parser(
            name,
            help=sentence,
            description=sentence,
            epilog=t("Example: {command}", command=example),
        )
        made.add_argument("--lang", choices=LANGUAGES, help=t("language of all texts"))
        made.set_defaults(run=run)
        return made

    games = command(
        "games",
        commands.games,
        "List the games, their numbers of players and their options.",
        "khonsu games ankhor",
    )
    games.add_argument("game", nargs="?", help=t("show the options of this game"))
    json_flag(games, t)

    rules.register(command, t)

    table = command("play", play.run, "Play a match in the terminal.", "khonsu play ankhor --players 3 --bots greedy")
    table.add_argument("game", nargs="?", help=t("which game, or the file of a saved match to continue"))
    match_arguments(table, t)
    table.add_argument("--bots", default="greedy", help=t("bots for the other seats, separated by commas"))
    table.add_argument("--seat", type=int, default=0, help=t("your seat; -1 to watch"))
    position_argument(table, t)
    table.add_argument("--save", metavar="FILE", help=t("save the match in this file"))
    table.add_argument("--no-confirm", action="store_true", help=t("end turns without asking"))

    web = command("serve", serve.run, "Start the server, to play in the browser.", "khonsu serve --port 8000 --open")
    web.add_argument("--host", default="127.0.0.1", help=t("the address to listen on; 0.0.0.0 for the whole network"))
    web.add_argument("--port", type=int, default=8000, help=t("the port to listen on; 0 for any free one"))
    web.add_argument(
        "--database",
        metavar="ADDRESS",
        help=t("where matches are saved: a file or postgresql://... (default: a file in your data folder)"),
    )
    web.add_argument("--open", action="store_true", help=t("open the page in the browser"))
    web.add_argument("--https", action="store_true", help=t("use secure cookies, behind an HTTPS proxy"))
    web.add_argument("--new-key", action="store_true", help=t("make a new cookie key: all visitors lose their seats"))
    web.add_argument("--bot-processes", type=positive, default=1, help=t("number of processes for bots to think in"))
    web.add_argument("--bot-seconds", type=float, default=1.0, help=t("seconds a bot may think about a move"))
    web.add_argument(
        "--bot-pause", type=float, default=0.3, help=t("shortest pause between two moves of bots, in seconds")
    )
    web.add_argument(
        "--leave-after", type=float, default=120.0, help=t("seconds before an absent player can be replaced by a bot")
    )
    web.add_argument("--requests", type=positive, default=600, help=t("requests allowed per minute from one address"))
    web.add_argument("--connections", type=positive, default=100, help=t("live connections allowed from one address"))

    arena.register(command, t)
    train.register(command, t)
    lessons.register(command, t)
    quiz.register(command, t)

    again = command(
        "replay", commands.replay, "Retell a recorded match move by move.", "khonsu replay match.record --at 40"
    )
    again.add_argument("record", help=t("the file of a record"))
    again.add_argument("--at", type=int, help=t("show only the board after this many moves"))
    again.add_argument(
        "--verify", action="store_true", help=t("check the seed against the hash shown at the beginning")
    )
    json_flag(again, t)

    show = command(
        "show",
        commands.show,
        "Draw the board of a recorded match or of a position.",
        "khonsu show match.record --at 40 -o table.svg",
    )
    show.add_argument("record", nargs="?", help=t("the file of a record"))
    position_argument(show, t)
    show.add_argument("--at", type=int, help=t("after this many moves (default: at the end)"))
    show.add_argument("--seat", type=int, default=-1, help=t("as this seat sees it"))
    show.add_argument("--narrow", action="store_true", help=t("draw the tall layout for phones"))
    show.add_argument("-o", "--output", metavar="FILE", help=t("write the SVG to this file (default: standard output)"))

    bench = command("bench", commands.bench, "Measure how fast a game runs.", "khonsu bench ankhor --json")
    bench.add_argument("game", help=t("which game"))
    bench.add_argument("--players", type=int, help=t("number of seats"))
    json_flag(bench, t)

    warm = command(
        "warm", commands.warm, "Compile the rules now, so that the first match starts at once.", "khonsu warm"
    )
    warm.add_argument("game", nargs="*", help=t("which games (default: all)"))
    warm.add_argument("--jobs", type=positive, help=t("number of processes to compile in (default: one for each core)"))
    for about in games_known().values():
        if about.commands:
            import_module(about.commands).register(command, commands.game_text(about.name, t))
    return top


def match_arguments(made: argparse.ArgumentParser, t: Text) -> None:
    """The arguments of everything that begins a match."""
    made.add_argument("--players", type=int, help=t("number of seats"))
    made.add_argument("--seed", type=int, help=t("the same seed gives the same match"))
    made.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help=t("an option of the game"))


def position_argument(made: argparse.ArgumentParser, t: Text) -> None:
    """--position, where a table may be laid from a text."""
    made.add_argument("--position", metavar="FILE", help=t("the file of a position as text; - for standard input"))


def json_flag(made: argparse.ArgumentParser, t: Text) -> None:
    """--json, where a program may read the answer."""
    made.add_argument("--json", action="store_true", help=t("write JSON"))


def positive(text: str) -> int:
    """A whole number above 0."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} < 1")
    return number


def read_options(pairs: list[str]) -> dict[str, str]:
    """NAME=VALUE pairs as a dictionary."""
    chosen = {}
    for pair in pairs:
        name, mark, value = pair.partition("=")
        if not mark:
            raise BadOption(name, "", "NAME=VALUE")
        chosen[name] = value
    return chosen
