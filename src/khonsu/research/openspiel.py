"""Every game as a Python game of OpenSpiel: `pyspiel.load_game("khonsu_horus(players=3)")` after importing this module.

Chance is one node at the root that chooses the seed of the match; all that is drawn later follows from it, so a history
replays exactly and is what is serialised. No seat is told the seed: what lies in stacks and hands is hidden, and
`resample_from_infostate` deals it again. Where secret choices are made at the same time the seats choose one after the
other, and what a seat may know does not contain what the others have chosen.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping

import numpy as np

from khonsu.extras import need
from khonsu.games import game as find_game
from khonsu.games import games
from khonsu.kernel.about import About
from khonsu.kernel.position import Position
from khonsu.research.setting import Setting

pyspiel = need("pyspiel", "research", "khonsu.research")

LONGEST = 20_000  # decisions; no match comes near, but OpenSpiel wants a bound
SEEDS = 1024  # outcomes of the chance node, each the seed of a match


def game_type(about: About) -> object:
    """What OpenSpiel knows of a game before it is loaded: its parameters are the players, the seeds and all options."""
    kind = pyspiel.GameType
    options = dict.fromkeys((option.name for option in about.options), "")  # "": the game's own default
    return kind(
        short_name=f"khonsu_{about.name}",
        long_name=about.title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=max(about.players),
        min_num_players=min(about.players),
        provides_information_state_string=True,
        # Perfect recall of hundreds of decisions does not fit a tensor of fixed and reasonable size.
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": min(about.players), "seeds": SEEDS, **options},
    )


class KhonsuGame(pyspiel.Game):  # type: ignore[name-defined]
    """A game of Khonsu with its parameters; utilities are zero-sum, a sole winner has 1."""

    about: About
    kind: object  # pyspiel.GameType

    def __init__(self, params: Mapping[str, int | str] | None = None) -> None:
        given = dict(params or {})
        players, self.seeds = int(given.pop("players", min(self.about.players))), int(given.pop("seeds", SEEDS))
        chosen = {name: value for name, value in given.items() if value != ""}
        self.setting = Setting.of(self.about.name, players, "zero_sum", chosen)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.setting.game.kernel.steps,
            max_chance_outcomes=self.seeds,
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(self.kind, info, dict(params or {}))

    def new_initial_state(self) -> KhonsuState:
        """Before the seed is chosen."""
        return KhonsuState(self)

    def make_py_observer(self, iig_obs_type: object = None, params: object = None) -> KhonsuObserver:
        """The features of a seat as tensor, what it knows as string."""
        recall = bool(getattr(iig_obs_type, "perfect_recall", False))
        return KhonsuObserver(self.setting.game.kernel.n_features, recall)


class SeenMatch:
    """The match of a state and what each seat has seen of it so far. OpenSpiel copies it with every clone."""

    def __init__(self, position: Position, seen: tuple[bytes, ...]) -> None:
        self.position, self.seen = position, seen

    def __deepcopy__(self, memo: object) -> SeenMatch:
        return SeenMatch(self.position.copy(), self.seen)

    def __reduce__(self) -> tuple[Callable[..., SeenMatch], tuple[str, bytes, tuple[bytes, ...]]]:
        return SeenMatch.load, (self.position.game.name, self.position.save(), self.seen)

    @staticmethod
    def load(game: str, saved: bytes, seen: tuple[bytes, ...]) -> SeenMatch:
        """The match that was pickled."""
        return SeenMatch(Position.load(find_game(game), saved), seen)

    def play(self, seat: int, step: int) -> None:
        """Carry a step out and add what it brought about, through the eyes of each seat, to what that seat has seen."""
        self.position.play(seat, step)
        shown = ((seat, step if eyes == seat else -1, self.position.events(eyes)) for eyes in range(len(self.seen)))
        self.seen = tuple(
            hashlib.blake2b(before + repr(now).encode(), digest_size=16).digest()
            for before, now in zip(self.seen, shown)
        )


class KhonsuState(pyspiel.State):  # type: ignore[name-defined]
    """A state: the chance node at the root, or a position of a match."""

    def __init__(self, game: KhonsuGame) -> None:
        super().__init__(game)
        self.table: SeenMatch | None = None

    @property
    def setting(self) -> Setting:
        """The game, its players and options."""
        setting: Setting = self.get_game().setting
        return setting

    def current_player(self) -> int:
        """The first of the seats that may decide."""
        if self.table is None:
            return int(pyspiel.PlayerId.CHANCE)
        deciders = self.table.position.deciders
        return deciders[0] if deciders else int(pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        return self.table is not None and not self.table.position.deciders

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Seeds, all with the same chance."""
        seeds = self.get_game().seeds
        return [(seed, 1 / seeds) for seed in range(seeds)]

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.table.position.legal(player)) if self.table else []

    def _apply_action(self, action: int) -> None:
        if self.table is None:
            position = self.setting.begin(action)
            position.state.quiet = 0  # events are what seats have seen
            self.table = SeenMatch(position, (b"",) * self.setting.players)
        else:
            self.table.play(self.current_player(), action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE or self.table is None:
            return f"seed {action}"
        if player == self.current_player() and action in self.table.position.legal(player):
            return self.table.position.notation(player, action)
        return f"step {action}"

    def returns(self) -> list[float]:
        """The result of a match that is over."""
        return self.setting.payoff(self.table.position) if self.table else [0.0] * self.setting.players

    def observation_string(self, player: int) -> str:
        """All that the seat sees now."""
        return json.dumps(self.table.position.view(player), sort_keys=True, default=str) if self.table else ""

    def observation_tensor(self, player: int) -> list[float]:
        """The game's numbers for learning, from the seat's knowledge."""
        size = self.setting.game.kernel.n_features
        numbers: list[float] = self.table.position.features(player).tolist() if self.table else [0.0] * size
        return numbers

    def information_state_string(self, player: int | None = None) -> str:
        """All that the seat has seen since the beginning (as a digest) and all that it sees now."""
        player = self.current_player() if player is None else player
        if self.table is None:
            return ""
        return f"{self.table.seen[player].hex()} {self.observation_string(player)}"

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> KhonsuState:
        """A state that the seat cannot tell from this one: all it cannot know is dealt again.

        It can be cloned, saved and played on, but its history still names the seed of this one.
        """
        other: KhonsuState = self.clone()
        if other.table is not None:
            other.table.position = other.table.position.imagine(player, int(sampler() * 2**53))
        return other

    def __str__(self) -> str:
        """For debugging: enough to tell two states apart."""
        if self.table is None:
            return f"{self.setting.game.name}: seed not chosen"
        position = self.table.position
        digest = hashlib.blake2b(position.save(), digest_size=8).hexdigest()
        return f"{self.setting.game.name}: turn {position.turn}, asked {position.deciders}, {digest}"


class KhonsuObserver:
    """OpenSpiel's form of an observer."""

    def __init__(self, size: int, perfect_recall: bool) -> None:
        self.tensor = np.zeros(size, np.float32)
        self.dict = {"features": self.tensor}
        self.perfect_recall = perfect_recall

    def set_from(self, state: KhonsuState, player: int) -> None:
        """The tensor of a state for one seat."""
        self.tensor[:] = state.observation_tensor(player)

    def string_from(self, state: KhonsuState, player: int) -> str:
        """What the seat sees, or has seen."""
        return state.information_state_string(player) if self.perfect_recall else state.observation_string(player)


for _about in games().values():
    _kind = game_type(_about)
    pyspiel.register_game(_kind, type(f"Khonsu_{_about.name}", (KhonsuGame,), {"about": _about, "kind": _kind}))
