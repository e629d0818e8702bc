"""The sentences that the browser itself says."""

from __future__ import annotations

from khonsu.text import Text


def client_words(t: Text) -> dict[str, str]:
    """Sentences for the modules in `static`, by the names they use."""
    return {
        "connecting": t("Connecting …"),
        "lost": t("The connection is lost. Trying again …"),
        "back": t("Connected again."),
        "end_turn": t("End the turn"),
        "take_back": t("Take back"),
        "choose": t("Choose this"),
        "you": t("you"),
        "bot": t("bot"),
        "away": t("away"),
        "free": t("free"),
        "left": t("a bot stands in"),
        "winner": t("winner"),
        "points": t("points"),
        "hand_over": t("Let a bot play for {who}"),
        "return": t("Take my seat back"),
        "hint_title": t("What the bot would do"),
        "chance": t("chance to win: {chance} %"),
        "value": t("value {value}"),
        "pass_to": t("Pass the device to {who}"),
        "hidden": t("Something on this table is secret. Nobody else should look now."),
        "i_am": t("I am {who}"),
        "step_of": t("Step {n} of {all}"),
        "play": t("Play"),
        "pause": t("Pause"),
        "seed": t("seed {seed}, salt {salt}"),
        "after": t("After the match"),
        "again": t("The rematch is waiting: go there"),
        "no_picture": t("This game has no drawing yet; here is the table as text."),
        "more": t("{n} choices on the board"),
    }
