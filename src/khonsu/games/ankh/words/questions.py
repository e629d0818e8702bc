"""Questions about Ankh that the rules answer: battles, majorities, followers, actions and the events they trigger."""

from __future__ import annotations

from khonsu.authors.questions import Kinds, Posed, Subject, among, together
from khonsu.games.ankh.rules import pieces as p
from khonsu.games.ankh.rules import state as st
from khonsu.games.ankh.rules.board import HEXES
from khonsu.games.ankh.view.battle import adjacent
from khonsu.games.ankh.view.state import members, plain
from khonsu.games.ankh.words import terms
from khonsu.games.ankh.words.narrate import god_name
from khonsu.games.ankh.words.steps import hex_text
from khonsu.kernel.game import Event
from khonsu.kernel.position import Position

PLAIN = (p.FLOOD, p.DROUGHT, p.CHARIOTS, p.MIRACLE, p.MAAT)  # cards that ask nothing before strength is compared

DULL = 0.8  # the share of questions without anything to count that are left out


def asked(position: Position) -> int:
    """The question that is open."""
    s = position.reading
    return int(s.pending[s.depth - 1, 0])


def gods(table: Subject) -> list[str]:
    """The gods in play, by their number."""
    s = table.position.reading
    return [god_name(s, god, table.t) for god in range(int(s.players))]


# -- battles -----------------------------------------------------------------------------------------------------------


class Fought:
    """A battle in which everybody plays a card that asks nothing; what came of it."""

    def __init__(self, table: Subject) -> None:
        self.cards: dict[int, int] = {}
        self.events: list[Event] = []
        after = table.position.copy()
        while asked(after) == st.CARD and after.deciders:
            seat = after.deciders[0]
            cards = [step - st.CARD_0 for step in after.legal(seat) if step - st.CARD_0 in PLAIN]
            god = int(after.reading.god_of[seat])
            if not cards or god in self.cards:
                self.cards = {}
                return
            self.cards[god] = table.chance.choice(cards)
            after.play(seat, st.CARD_0 + self.cards[god])
            self.events = after.events(-1)

    def first(self, *kinds: int) -> Event | None:
        """The first event of these kinds; later ones belong to other battles."""
        return next((event for event in self.events if event.kind in kinds), None)


def fought(table: Subject) -> Fought | None:
    """A battle that is decided by the cards alone."""
    s = table.position.reading
    if asked(table.position) != st.CARD or s.b_two or any(s.commit):
        return None
    found = Fought(table)
    return found if found.cards and found.first(st.WON, st.TIED) else None


def played(table: Subject, found: Fought) -> str:
    """Who plays which card."""
    t, names = table.t, gods(table)
    each = [
        t("{god} plays {card}", god=names[god], card=t.term(terms.CARDS[card]))
        for god, card in sorted(found.cards.items())
    ]
    return t.items(each)


def battle(table: Subject) -> Posed | None:
    """Who wins a battle."""
    if not (found := fought(table)) or not (end := found.first(st.WON, st.TIED)):
        return None
    t, names, s = table.t, gods(table), table.position.reading
    nobody = t("Nobody: it is a tie.")
    right = names[end.seat] if end.kind == st.WON else nobody
    strengths = []
    for god in sorted(found.cards):
        one = next(event for event in found.events if event.kind == st.STRENGTH and event.seat == god)
        figures, temples, cards = one.b, one.c, one.d
        sentence = "{god} {n}: figures {figures}, temples {temples}, card {cards}"
        strengths.append(t(sentence, god=names[god], n=one.a, figures=figures, temples=temples, cards=cards))
    fighters = [names[god] for god in members(int(s.b_gods))]
    return Posed(
        t(
            "A Conflict is under way, with a battle in region {n}. {cards}. The tie-breaker is not used. Who wins?",
            n=int(s.c_token),
            cards=played(table, found),
        ),
        together(right, [*fighters, nobody, t("It is a tie: the most devoted of them wins."), *names]),
        t("Strength: {each}.", each="; ".join(strengths)),
        "strength",
        about=(f"order-{int(s.c_token)}",),
    )


def majority(table: Subject) -> Posed | None:
    """How much devotion monuments bring in a battle."""
    if not (found := fought(table)) or not (end := found.first(st.WON, st.TIED)):
        return None
    t, names, s = table.t, gods(table), table.position.reading
    before = found.events[: found.events.index(end)]
    gained = {e.seat: e.a for e in before if e.kind == st.GAINED and e.c == st.BY_MAJORITIES}
    if not gained and table.chance.random() < DULL:
        return None
    god = table.chance.choice(sorted(found.cards))
    if table.chance.random() < 0.7 and gained:
        god = table.chance.choice(sorted(gained))
    right = gained.get(god, 0)
    own = [control for h, control in enumerate(s.control) if s.monument[h] and int(s.region[h]) >> int(s.c_region) & 1]
    count = sum(int(control) == god for control in own)
    return Posed(
        t(
            "A Conflict is under way, with a battle in region {n}. Nobody plays Build Monument or Plague of Locusts. "
            "By how many spaces does the marker of {god} move in the Majorities step, counting Bountiful if unlocked?",
            n=int(s.c_token),
            god=names[god],
        ),
        tuple(str(n) for n in among(right, [0, 1, 2, 3, count], table.chance)),
        t("One for each kind of monument of which {god} controls more there than every other god.", god=names[god])
        + (" " + t("Bountiful adds one in the red section.") if bountiful(table, god) else ""),
        "majority",
        about=(f"order-{int(s.c_token)}",),
    )


def bountiful(table: Subject, god: int) -> bool:
    """Whether a gain of this god is raised."""
    s = table.position.reading
    return bool(int(s.powers[god]) >> p.BOUNTIFUL & 1 and s.devotion[god] <= s.red)


# -- a turn ------------------------------------------------------------------------------------------------------------


def followers(table: Subject) -> Posed | None:
    """How many followers the action brings."""
    position, seat, t = table.position, table.seat, table.t
    step = st.ACTION_0 + p.GAIN
    if asked(position) not in (st.FIRST_ACTION, st.SECOND_ACTION) or step not in position.legal(seat):
        return None
    after = position.copy()
    after.play(seat, step)
    events = [e for e in after.events(seat) if e.kind == st.FOLLOWERS and e.c == st.BY_GAIN]
    s = plain(position.reading)
    god = s.god_of[seat]
    near = [h for h in range(len(HEXES)) if s.monument[h] and any(s.owner[g] == god for g in adjacent(s, h))]
    giving = [h for h in near if s.control[h] < 0 or s.control[h] == god]
    if not events or not near:
        return None
    right = events[0].a
    revered = bool(s.powers[god] >> p.REVERED & 1)
    own = sum(s.control[h] == god for h in range(len(HEXES)))
    figures = sum(s.owner[h] == god for h in range(len(HEXES)))
    why = t(
        "One for each monument beside your figures that is neutral or yours: {hexes}.",
        hexes=t.items([f"({hex_text(h)})" for h in giving]) if giving else t("there is none"),
    )
    return Posed(
        t("You take the action Gain followers. How many do you get?"),
        tuple(str(n) for n in among(right, [len(near), len(giving), own, figures], table.chance)),
        why + (" " + t("Revered adds one.") if revered else ""),
        "gain",
        about=(f"seat-{seat}",),
    )


def second(table: Subject) -> Posed | None:
    """AK-33 to AK-36: which second actions there are."""
    position, t, s = table.position, table.t, table.position.reading
    if asked(position) != st.FIRST_ACTION or s.partner[int(s.god_of[table.seat])] >= 0:
        return None

    def said(tracks: list[int]) -> str:
        nothing = t("Nothing: your turn ends with the first one.")
        return t.either([t.term(terms.ACTIONS[track]) for track in tracks]) if tracks else nothing

    everything = list(range(len(p.ACTIONS)))
    first = table.chance.choice(everything)
    below, others = everything[first + 1 :], [track for track in everything if track != first]
    if s.counter[first] + 1 >= s.limit[first]:
        right, why = [], t("Its marker reaches the end of its track: an event comes, and your turn is over.")
    elif below:
        right, why = below, t("The second action must be on a lower track than the first.")
    else:
        right, why = [], t("No track lies below this one.")
    wrong = [below, [], others, everything, everything[:first] or everything[2:], everything[2:], everything[3:]]
    return Posed(
        t("Your first action is {action}. What can you choose as your second one?", action=said([first])),
        together(said(right), [said(tracks) for tracks in wrong]),
        why,
        "turn",
        about=(f"track-{p.ACTIONS[first]}",),
    )


def event(table: Subject) -> Posed | None:
    """Whether an action triggers an event, and which."""
    position, seat, t = table.position, table.seat, table.t
    if asked(position) != st.FIRST_ACTION:
        return None
    s = position.reading
    far = {
        step - st.ACTION_0: int(s.limit[step - st.ACTION_0] - s.counter[step - st.ACTION_0])
        for step in position.legal(seat)
    }
    due = [track for track, n in far.items() if n == 1]
    track = table.chance.choice(due if due and table.chance.random() < 0.6 else sorted(far))
    kinds = [int(kind) for kind in s.calendar[: int(s.n_calendar)]]
    coming = kinds[int(s.event)]
    named = {kind: t.term(terms.event_name(kind, int(s.players))) for kind in sorted(set(kinds))}
    yes = {kind: t("Yes: {event}.", event=name) for kind, name in named.items()}
    one, more = "No: {n} more push is needed after this one.", "No: {n} more pushes are needed after this one."
    no = {n: t.count(one, more, n) for n in (1, 2, 3)}
    left = far[track] - 1
    if left > 3:
        return None
    right = no[left] if left else yes[coming]
    others = [yes[coming], *no.values()] if left else [no[1], no[2]]
    answers = together(right, [*others, yes[p.CONTROL if coming != p.CONTROL else p.CARAVAN]])
    return Posed(
        t("Your first action is {action}. Does that trigger an event?", action=t.term(terms.ACTIONS[track])),
        answers,
        t(
            "The marker of this action is at {at} of {limit}. The end of its track triggers an event: {event}.",
            at=int(s.counter[track]),
            limit=int(s.limit[track]),
            event=named[coming],
        ),
        "events",
        about=(f"track-{p.ACTIONS[track]}",),
    )


def unlock(table: Subject) -> Posed | None:
    """What the next power costs."""
    position, seat, t = table.position, table.seat, table.t
    step = st.ACTION_0 + p.UNLOCK
    if asked(position) not in (st.FIRST_ACTION, st.SECOND_ACTION) or step not in position.legal(seat):
        return None
    s = position.reading
    god = int(s.god_of[seat])
    if not s.row[god]:
        return None
    after = position.copy()
    after.play(seat, step)
    cost = 0
    if asked(after) == st.POWER:
        power = next(one for one in after.legal(seat) if one != st.DECLINE)
        after.play(seat, power)
        cost = next(e.b for e in after.events(seat) if e.kind == st.UNLOCKED)
    cannot = t("None: you have too few followers to unlock one.")
    have = p.TOKENS_IN_ROW - int(s.row[god])
    answers = [str(n) for n in (1, 2, 3)]
    sentence = "Your second action is Unlock ankh power. How many followers does the power cost you?"
    if asked(position) == st.FIRST_ACTION:
        sentence = "Your first action is Unlock ankh power. How many followers does the power cost you?"
    return Posed(
        t(sentence),
        together(str(cost) if cost else cannot, [*answers, cannot]),
        t(
            "Your powers: {n}. Your followers: {followers}. The first two cost 1 each, the next two 2, the last two 3.",
            n=have,
            followers=int(s.followers[god]),
        ),
        "unlock",
        about=(f"seat-{seat}",),
    )


LEGEND = (
    "A hex shows its region (the number of its order token), its terrain and what stands there with the letter of its "
    "god; below the map you see who is A, B and so on. A hex touches two hexes of its own column, two lines above and "
    "two lines below, and two in each column beside it, one line above and one line below. Odd columns stand one line "
    "lower in the same row. Land hexes that touch but have different region numbers are not adjacent. 2/3 after an "
    "action: its marker has been pushed twice, and the third push triggers an event. Strength so far leaves out the "
    "cards that are not shown yet; when cards are chosen, all obelisk moves are done."
)
KINDS: Kinds = {
    "battle": battle,
    "majority": majority,
    "followers": followers,
    "second": second,
    "event": event,
    "unlock": unlock,
}
