"""The rules of Ankh, one file per chapter of the rules text. This one has the functions of the contract."""

import numpy as np

from khonsu.games.ankh.rules.cards import commit_card, commit_offer, legal_cards, legal_offers
from khonsu.games.ankh.rules.flow import advance, answer
from khonsu.games.ankh.rules.knowledge import features, imagine, judge
from khonsu.games.ankh.rules.prospects import outlook
from khonsu.games.ankh.rules.rebuild import rebuild
from khonsu.games.ankh.rules.regions import has
from khonsu.games.ankh.rules.setup import start
from khonsu.games.ankh.rules.state import CARD, OFFER, entry
from khonsu.games.ankh.rules.turns import seat_of
from khonsu.kernel.state import asked, clear_events, operand

__all__ = [
    "deciders",
    "features",
    "imagine",
    "judge",
    "legal",
    "outlook",
    "play",
    "rebuild",
    "result",
    "score",
    "start",
]


@entry
def deciders(s):
    """One seat, or in a secret choice all that have not committed yet (D-17, D-20)."""
    if s.over == 1:
        return np.int64(0)
    question = asked(s)
    if question != CARD and question != OFFER:
        return np.int64(1) << seat_of(s, operand(s, 0))
    seats = np.int64(0)
    for god in range(s.players):
        if has(s.to_commit, god):
            seats |= np.int64(1) << seat_of(s, god)
    return seats


@entry
def legal(s, seat, out):
    """The answers to the question; they were listed when it was put, but secret ones depend on the seat."""
    if s.over == 1 or s.god_of[seat] < 0:
        return 0
    question, god = asked(s), np.int64(s.god_of[seat])
    if question == CARD or question == OFFER:
        if not has(s.to_commit, god) or seat_of(s, god) != seat:
            return 0
        return legal_cards(s, god, out) if question == CARD else legal_offers(s, god, out)
    if seat != seat_of(s, operand(s, 0)):
        return 0
    for i in range(s.n_options):
        out[i] = s.options[i]
    return np.int64(s.n_options)


@entry
def play(s, seat, step):
    """Answer the question, and everything that follows by itself."""
    clear_events(s)
    question = asked(s)
    if question == CARD:
        commit_card(s, seat, np.int64(s.god_of[seat]), step)
    elif question == OFFER:
        commit_offer(s, seat, np.int64(s.god_of[seat]), step)
    else:
        answer(s, question, operand(s, 0), step)
    advance(s)


@entry
def score(s, seat):
    """Devotion; markers below in the same stack count a tenth each (AK-172)."""
    god = np.int64(s.god_of[seat])
    if god < 0:
        return 0.0
    below = 0
    for k in range(s.gods):
        if s.ranking[k] == god:
            break
        if s.devotion[s.ranking[k]] == s.devotion[god]:
            below += 1
    return s.devotion[god] + 0.1 * below


@entry
def result(s, out):
    """AK-195, AK-202: the winner takes all, partners of a merged god share it; all may lose (AK-197)."""
    god = s.winner if s.over == 1 else s.ranking[s.gods - 1]
    for seat in range(s.players):
        out[seat] = 0.0
        if god >= 0 and s.god_of[seat] == god:
            out[seat] = 0.5 if s.partner[god] >= 0 else 1.0
