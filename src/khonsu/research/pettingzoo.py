"""Every game as a PettingZoo environment: `env` and `raw_env` turn by turn (AEC), `parallel_env` all seats at once.

A seat observes {"observation": features, "action_mask": legal steps}. Where secret choices are made at the same time
the turn-based form asks the seats one after the other, and no seat observes what another one has chosen.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping

from khonsu.errors import IllegalStep
from khonsu.extras import need
from khonsu.kernel.position import Position
from khonsu.research.picture import MODES, Picture, check_mode, show
from khonsu.research.setting import ILLEGAL, Action, Observation, Setting, next_seed
from khonsu.research.spaces import spaces

need("pettingzoo", "research", "khonsu.research")

from gymnasium.spaces import Dict, Discrete  # noqa: E402
from pettingzoo import AECEnv, ParallelEnv  # noqa: E402
from pettingzoo.utils import wrappers  # noqa: E402

Observations = dict[str, Observation]
Infos = dict[str, dict[str, object]]


def env(
    game: str, players: int | None = None, reward: str = "win", render_mode: str | None = None, **options: object
) -> AECEnv:
    """The environment as PettingZoo's own ones are wrapped: an illegal step ends the match, the offender loses a point.

    `reward` is "win", "zero_sum" or "score"; `render_mode` is "ansi", "human", "svg" or "rgb_array"; everything else is
    an option of the game.
    """
    made = raw_env(game, players, reward, render_mode, **options)
    wrapped = wrappers.TerminateIllegalWrapper(made, illegal_reward=ILLEGAL)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


class SeatedEnv:
    """What both forms share: the seats, their spaces, the seeds of the matches, the picture."""

    def __init__(
        self,
        game: str,
        players: int | None = None,
        reward: str = "win",
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        super().__init__()
        check_mode(render_mode)
        self.render_mode = render_mode
        self.setting = Setting.of(game, players, reward, options)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.setting.players)]
        self.metadata = {
            "name": f"khonsu_{game}_v{self.setting.game.about.rules}",
            "render_modes": list(MODES),
            "is_parallelizable": False,
            "render_fps": 2,
        }
        by_agent = {agent: spaces(self.setting) for agent in self.possible_agents}
        self.observation_spaces = {agent: observed for agent, (observed, _) in by_agent.items()}
        self.action_spaces = {agent: steps for agent, (_, steps) in by_agent.items()}
        self.agents: list[str] = []
        self.position: Position
        self._seed: int | None = None

    def observation_space(self, agent: str) -> Dict:
        """Features and action mask."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """All step ids of the game; the mask says which are legal."""
        return self.action_spaces[agent]

    def begin(self, seed: int | None) -> None:
        """The match of this seed; without one, the next of a row that began with the last seed given."""
        if seed is None:
            seed = secrets.randbits(48) if self._seed is None else next_seed(self._seed)
        self._seed = seed
        self.agents = self.possible_agents[:]
        self.position = self.setting.begin(seed)
        self._paid = [0.0] * self.setting.players

    def earned(self) -> dict[str, float]:
        """The rewards since this was last asked."""
        total = self.setting.payoff(self.position)
        rewards = {agent: now - before for agent, now, before in zip(self.possible_agents, total, self._paid)}
        self._paid = total
        return rewards

    def look(self, agent: str) -> Observation:
        """What this seat observes now."""
        return self.setting.observe(self.position, self.possible_agents.index(agent))

    def render(self) -> Picture:
        """The table as everybody sees it, in the chosen mode."""
        return show(self.position, self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""


class raw_env(SeatedEnv, AECEnv):  # noqa: N801 - PettingZoo's own name for it
    """The turn-based form without wrappers: an illegal step raises `IllegalStep`."""

    def reset(self, seed: int | None = None, options: Mapping[str, object] | None = None) -> None:
        """Begin a match; `options` are not used, the game's are given when the environment is made."""
        self.begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: Infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.position.deciders[0]]

    def observe(self, agent: str) -> Observation:
        """What this seat observes now."""
        return self.look(agent)

    def step(self, action: Action | None) -> None:
        """Carry out a step of the seat whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat = self.possible_agents.index(agent)
        legal = self.position.legal(seat)
        if action is None or int(action) not in legal:
            raise IllegalStep(action, [str(step) for step in legal])
        self.position.play(seat, int(action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = self.earned()
        deciders = self.position.deciders
        if deciders:
            self.agent_selection = self.possible_agents[deciders[0]]
        else:
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()


class parallel_env(SeatedEnv, ParallelEnv):  # noqa: N801 - PettingZoo's own name for it
    """All seats at once: secret choices are made in one step. SeatedEnv that are not asked have an empty mask.

    What a seat sends that is not asked is ignored; an illegal step of one that is asked ends the match as in `env`.
    """

    def reset(self, seed: int | None = None, options: Mapping[str, object] | None = None) -> tuple[Observations, Infos]:
        """Begin a match; observations and infos of all seats."""
        self.begin(seed)
        return self._observations(), {agent: {} for agent in self.agents}

    def step(
        self, actions: Mapping[str, Action]
    ) -> tuple[Observations, dict[str, float], dict[str, bool], dict[str, bool], Infos]:
        """Carry out the steps of all seats that are asked."""
        rewards = dict.fromkeys(self.agents, 0.0)
        offenders = []
        for seat in self.position.deciders:
            action = int(actions[self.possible_agents[seat]])
            if action in self.position.legal(seat):
                self.position.play(seat, action)
            else:
                offenders.append(self.possible_agents[seat])
        if offenders:
            rewards.update(dict.fromkeys(offenders, ILLEGAL))
        else:
            rewards = self.earned()
        over = bool(offenders) or not self.position.deciders
        observations = self._observations()
        acted, self.agents = self.agents, [] if over else self.agents
        return (
            observations,
            rewards,
            dict.fromkeys(acted, over),
            dict.fromkeys(acted, False),
            {agent: {} for agent in acted},
        )

    def _observations(self) -> Observations:
        return {agent: self.look(agent) for agent in self.agents}
