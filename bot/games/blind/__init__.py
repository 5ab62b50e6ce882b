"""Blind: everybody has a row of face-down bones, and nobody has seen their own."""

from __future__ import annotations

from bot.engine.contract import GameInfo, Setup
from bot.engine.options import Option, flag
from bot.engine.plans import RaceTo
from bot.engine.rounds import Rounds
from bot.engine.words import N_
from bot.games.blind.rules import BlindRules
from bot.games.blind.seen import (
    FROM_LEFT,
    FROM_RIGHT,
    BlindSeen,
    Choose,
    DirectionChosen,
    DirectionsShown,
    LotsDrawn,
    OddLaid,
    Returned,
    RowsDealt,
    Turned,
    TurnOver,
)

__all__ = [
    "BLIND",
    "FROM_LEFT",
    "FROM_RIGHT",
    "BlindSeen",
    "Choose",
    "DirectionChosen",
    "DirectionsShown",
    "LotsDrawn",
    "OddLaid",
    "Returned",
    "RowsDealt",
    "TurnOver",
    "Turned",
]


def _target(setup: Setup) -> int | None:
    """Return the points that win the match; ``None`` if it is one round (BLIND-9)."""
    target = setup.options["target"]
    return None if target == "none" else int(target)


BLIND = Rounds(
    BlindRules(
        GameInfo(
            id="blind",
            name="Blind",
            min_seats=2,
            max_seats=4,
            rules=1,
            options=(
                flag(
                    "continueOnSuccess",
                    N_("Go on turning bones over as long as they fit"),
                    default="on",
                ),
                Option(
                    "oddTile",
                    "out",
                    ("out", "starts-layout"),
                    N_("Between three: what becomes of the bone left over"),
                    labels=(N_("it stays out unseen"), N_("it is laid first")),
                ),
                Option(
                    "target",
                    "none",
                    ("none", 100),
                    N_("What wins the match"),
                    labels=(N_("one round"), N_("100")),
                ),
            ),
            card=(
                N_("All bones lie in rows, face down: nobody knows even their own."),
                N_("Turn over the front bone: if it fits, lay it and go on; if not, it goes back."),
                N_("First out wins; when no bone of any row fits, the fewest pips win."),
            ),
            page=(
                N_(
                    "Two to four players, each for themselves, with the 28 bones of a double-six"
                    " set: fourteen each for two, nine for three, seven for four. They lie in a"
                    " row before you, face down, and you must not look at them either."
                ),
                N_(
                    "First everybody draws a bone for the lead, for all to see; the most pips lead,"
                    " and those who tie draw again. Then all is shuffled and dealt, and you choose"
                    " once, in secret, from which end of your row your bones are turned over."
                ),
                N_(
                    "On your turn you turn over the bone at the front of your row. If it fits at"
                    " one of the two ends of the line it is laid there; if it fits at both, you"
                    " choose. Then you turn over the next one, until one does not fit: that one"
                    " goes to the back of your row, and the turn passes to the left. The very"
                    " first bone of the round always fits."
                ),
                N_(
                    "What goes to the back lies face down again; a double lies face up. Everybody"
                    " has seen it: remember it, if you can."
                ),
                N_(
                    "Who has no bones left wins. When no bone of any row fits, the round is over"
                    " at once, and the one who alone has the fewest pips wins; if that is shared,"
                    " nobody does. One round is a match, unless a target is agreed: then the"
                    " winner scores the pips of all others less the own."
                ),
            ),
        )
    ),
    RaceTo(_target),
)
