"""Every game as a Gymnasium environment: `vector_env` for many matches at once, `single_env` for one.

The caller plays one seat against random, greedy or swift others, or every seat (`opponents="self"`). One step is one
decision of the caller, carried out; what the others decide until the caller is asked again belongs to it.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import TypedDict, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from khonsu.bots.swift import mind
from khonsu.errors import BadOption, BadSeed
from khonsu.extras import need
from khonsu.kernel.position import Position
from khonsu.research.kernel.batch import ANY_SEAT, Batch, Settings, next_seeds, reset_all, sample_all, step_all
from khonsu.research.picture import MODES, Picture, check_mode, show
from khonsu.research.setting import REWARDS, Action, Observation, Setting
from khonsu.research.spaces import spaces

need("gymnasium", "research", "khonsu.research")

from gymnasium import Env  # noqa: E402
from gymnasium.vector import AutoresetMode, VectorEnv  # noqa: E402
from gymnasium.vector.utils import batch_space  # noqa: E402

T = TypeVar("T", bound=np.generic)
OPPONENTS = ("self", "random", "greedy", "swift")
LOOK = 64  # positions that greedy opponents look at for one step; the bot of that name looks at 4,000


class FinalInfo(TypedDict):
    """How matches ended, one row for each; only the rows of those that ended in this step count."""

    win_share: NDArray[np.float64]
    scores: NDArray[np.float64]
    decisions: NDArray[np.int64]
    illegal: NDArray[np.bool_]


class VectorInfos(TypedDict, total=False):
    """What a vector environment tells besides; all but the seats is there after a step, the last four after an end."""

    seat: NDArray[np.int64]  # that is asked
    rewards: NDArray[np.float64]  # of all seats
    final_obs: Observation
    final_info: FinalInfo
    _final_obs: NDArray[np.bool_]  # which rows have ended
    _final_info: NDArray[np.bool_]


class MatchInfo(TypedDict, total=False):
    """What a single environment tells besides; rewards after a step, the last four after the end."""

    seat: int  # that is asked
    rewards: NDArray[np.float64]  # of all seats
    win_share: NDArray[np.float64]
    scores: NDArray[np.float64]
    decisions: int
    illegal: bool


class SteppedMatches:
    """The arrays of a batch of matches and the compiled calls on them."""

    def __init__(
        self, setting: Setting, count: int, opponents: str, seat: int | None, look: int, go_on: bool = True
    ) -> None:
        if opponents not in OPPONENTS:
            raise BadOption("opponents", opponents, ", ".join(OPPONENTS))
        if seat is not None and not 0 <= seat < setting.players:
            raise BadOption("seat", seat, f"0 to {setting.players - 1}")
        self.setting, self.count, self.kernel = setting, count, setting.game.kernel
        others = mind(setting.game, setting.players)
        self.arrays = Batch.of(self.kernel, count, setting.players, setting.numbers, others)
        self.settings = Settings(
            players=setting.players,
            others=OPPONENTS.index(opponents),
            reward=REWARDS.index(setting.reward),
            seat=ANY_SEAT if seat is None else seat,
            look=look,
            go_on=go_on,
        )
        self._next_seeds, self._reset_all = next_seeds.on(self.kernel), reset_all.on(self.kernel)
        self._step_all, self._sample_all = step_all.on(self.kernel), sample_all.on(self.kernel)

    def reset(self, seed: int | Sequence[int] | None, begun: bool) -> None:
        """Begin the matches of a seed and its successors, or of as many seeds; without any, the rows go on."""
        if seed is None and begun:
            self._next_seeds(self.arrays.rows)
        else:
            first = secrets.randbits(48) if seed is None else seed
            seeds = range(first, first + self.count) if isinstance(first, int | np.integer) else first
            if len(seeds) != self.count or any(not 0 <= one < 2**64 for one in seeds):
                raise BadSeed(seed)
            self.arrays.rows.seed = np.array(list(seeds), np.uint64)
        self._reset_all(self.arrays, self.settings)

    def step(self, actions: NDArray[np.int64]) -> None:
        """One step in every match."""
        self._step_all(self.arrays, self.settings, actions)

    def sample(self, chances: NDArray[np.uint64]) -> NDArray[np.int64]:
        """A random legal action for every match."""
        actions = np.empty(self.count, np.int64)
        self._sample_all(self.arrays.rows, self.arrays.listed, chances, actions)
        return actions


class KhonsuVectorEnv(VectorEnv):
    """Many matches of one game, stepped together in compiled code; `vector_env` is its short name.

    | setting | meaning |
    |---|---|
    | `opponents` | "random", "greedy" or "swift" play the other seats; "self": the caller plays every seat |
    | `seat` | the caller's seat; by default one drawn anew for every match |
    | `reward` | "win", "zero_sum" or "score" (`Setting`), of the seat that acted |
    | `look` | how many positions a greedy opponent looks at for one step |
    | `copy` | whether observations are copied; otherwise the next step overwrites them |

    A match that ends is followed by the next one in the same step (`AutoresetMode.SAME_STEP`).
    """

    def __init__(
        self,
        game: str,
        num_envs: int,
        players: int | None = None,
        opponents: str = "self",
        seat: int | None = None,
        reward: str = "win",
        look: int = LOOK,
        copy: bool = False,
        **options: object,
    ) -> None:
        setting = Setting.of(game, players, reward, options)
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": list(MODES)}
        self.num_envs, self.copy = num_envs, copy
        self.matches = SteppedMatches(setting, num_envs, opponents, seat, look)
        self.single_observation_space, self.single_action_space = spaces(setting)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._nothing = np.zeros_like(self.matches.arrays.bits)  # the mask of a match that is over
        self._nothing.flags.writeable = False
        self._begun = False

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: Mapping[str, object] | None = None
    ) -> tuple[Observation, VectorInfos]:
        """Begin a match in every row: row i has the seed seed+i. Without a seed the rows go on with their own."""
        self.matches.reset(seed, self._begun)
        self._begun = True
        return self._observation(), self._infos()

    def step(
        self, actions: ArrayLike
    ) -> tuple[Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], VectorInfos]:
        """One decision in every row. An action that is not legal ends the match there with a reward of -1."""
        m = self.matches.arrays
        self.matches.step(np.ascontiguousarray(actions, np.int64))
        infos = self._infos()
        infos["rewards"] = m.earned.copy()
        if m.ended.any():
            ended = m.ended.copy()
            infos["final_obs"] = {"observation": self._kept(m.last), "action_mask": self._nothing}
            infos["final_info"] = {
                "win_share": m.shares.copy(),
                "scores": m.scores.copy(),
                "decisions": m.lengths.copy(),
                "illegal": m.illegal.copy(),
            }
            infos["_final_obs"] = infos["_final_info"] = ended
        return self._observation(), m.rewards.copy(), m.ended.copy(), np.zeros(self.num_envs, np.bool_), infos

    def random_actions(self, chances: NDArray[np.uint64]) -> NDArray[np.int64]:
        """A random legal action for every row; `chances` are as many 64-bit numbers, moved on by each call."""
        return self.matches.sample(chances)

    def _infos(self) -> VectorInfos:
        return {"seat": self.matches.arrays.rows.asked.copy()}

    def _observation(self) -> Observation:
        return {
            "observation": self._kept(self.matches.arrays.observed),
            "action_mask": self._kept(self.matches.arrays.bits),
        }

    def _kept(self, array: NDArray[T]) -> NDArray[T]:
        return array.copy() if self.copy else array


class KhonsuEnv(Env):
    """One match of one game; settings as in `KhonsuVectorEnv`. After the end it waits for `reset`.

    Step for step it is the same as the first row of a vector environment with the same seed; `single_env` is its short
    name.
    """

    metadata = {"render_modes": list(MODES), "render_fps": 2}  # noqa: RUF012 - Gymnasium's way

    def __init__(
        self,
        game: str,
        players: int | None = None,
        opponents: str = "random",
        seat: int | None = None,
        reward: str = "win",
        look: int = LOOK,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        check_mode(render_mode)
        self.render_mode = render_mode
        setting = Setting.of(game, players, reward, options)
        self.matches = SteppedMatches(setting, 1, opponents, seat, look, go_on=False)
        self.observation_space, self.action_space = spaces(setting)
        self._begun = False

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, object] | None = None
    ) -> tuple[Observation, MatchInfo]:
        """Begin the match of this seed; without one, the next of a row that began with the last seed given."""
        super().reset(seed=seed)
        self.matches.reset(seed, self._begun)
        self._begun = True
        return self._observation(), self._info()

    def step(self, action: Action) -> tuple[Observation, float, bool, bool, MatchInfo]:
        """One decision. An action that is not legal ends the match with a reward of -1."""
        m = self.matches.arrays
        self.matches.step(np.array([int(action)], np.int64))
        over = bool(m.ended[0])
        info = self._info()
        info["rewards"] = m.earned[0].copy()
        if over:
            m.observed[0] = m.last[0]
            info["win_share"], info["scores"] = m.shares[0].copy(), m.scores[0].copy()
            info["decisions"], info["illegal"] = int(m.lengths[0]), bool(m.illegal[0])
        return self._observation(), float(m.rewards[0]), over, False, info

    def render(self) -> Picture:
        """The table as everybody sees it, in the chosen mode."""
        return show(Position(self.matches.setting.game, self.matches.arrays.states), self.render_mode)

    def _info(self) -> MatchInfo:
        return {"seat": int(self.matches.arrays.rows.asked[0])}

    def _observation(self) -> Observation:
        return {
            "observation": self.matches.arrays.observed[0].copy(),
            "action_mask": self.matches.arrays.bits[0].copy(),
        }


vector_env = KhonsuVectorEnv
"""Many matches in one array: the short name of `KhonsuVectorEnv`."""
single_env = KhonsuEnv
"""One match at a time: the short name of `KhonsuEnv`."""
