"""The sentences that the browser itself says."""

from __future__ import annotations

from khonsu.text import Text


def client_words(t: Text) -> dict[str, str]:
    """Sentences for the modules in `static`, by the names they use."""
    return {
        "connecting": t("Connecting…"),
        "lost": t("Connection lost. Reconnecting…"),
        "back": t("Connected again."),
        "end_turn": t("End turn"),
        "copied": t("Link copied"),
        "take_back": t("Undo"),
        "choose": t("Choose this"),
        "you": t("you"),
        "bot": t("bot"),
        "away": t("away"),
        "free": t("free"),
        "left": t("a bot plays"),
        "winner": t("winner"),
        "points": t("points"),
        "hand_over": t("Let a bot play for {who}"),
        "return": t("Take my seat back"),
        "hint_title": t("What the bot would do"),
        "rules": t("Read more: {section}"),
        "coach_better": t("There is something better. {why}"),
        "coach_look": t("Look at it"),
        "coach_go_on": t("Go on"),
        "coach_again": t("Try this turn again"),
        "hint_look": t("Show it on the board"),
        "hint_play": t("Play this turn"),
        "chance": t("chance of winning: {chance}%"),
        "pass_to": t("Pass the device to {who}"),
        "hidden": t("What comes next is for this player only. Make sure nobody else is looking."),
        "i_am": t("I am {who}"),
        "step_of": t("Move {n} of {all}"),
        "play": t("Play"),
        "pause": t("Pause"),
        "seed": t("seed {seed}, salt {salt}"),
        "after": t("After the match"),
        "again": t("Go to the rematch"),
        "no_picture": t("This game has no drawing yet; here is the board as text."),
        "links": t("Show the links"),
        "your_turn": t("It's your turn."),
        "accept": t("Accept {who}'s proposal: {what}"),
        "leave_to": t("Leave it to {who}"),
        "left_to_you": t("{who} leaves it to you."),
        "you_leave": t("You leave it to your partner."),
        "you_propose": t("You propose: {what}"),
        "read": t("Read the rule"),
        "anyway": t("Play it anyway"),
        "again_title": t("The last turn"),
        "back_to_table": t("Back to the table"),
        "more": t("{n} choices on the board"),
    }
