"""Games that nobody plays, to test what no game of the catalogue needs yet."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from unittest.mock import patch

from bot import games
from bot.discord_ui.commands import leaderboard
from bot.discord_ui.interactions import autocomplete
from bot.domino.bone import double_n
from bot.domino.counting import Sum
from bot.engine.match_formats import RaceTo
from bot.engine.options import flag
from bot.engine.rounds import Rounds
from bot.games import names as names_of_games
from bot.games.block import BLOCK
from bot.games.common.events import Credit
from bot.games.common.lengths import target_of
from bot.games.connecting.leading import last_winner_or_lot
from bot.games.connecting.rules import Connecting
from bot.games.connecting.scoring import Count, FinishedRound
from bot.present.screens.scores import profile_picture

_DOUBLE_NINE = double_n(9)


def _by_sides(ending: FinishedRound) -> Count:
    """Give the side that is out, or the first with the fewest pips, the pips of all others."""
    held = {side: sum(ending.pips[seat] for seat in side) for side in ending.setup.sides}
    out = (side for side in held if ending.out in side)
    winners = next(out, min(held, key=held.__getitem__))
    points = Sum(tuple(pips for side, pips in held.items() if side != winners))
    return Count(winners, (Credit(winners, points),))


_INFO = replace(BLOCK.info, aliases=(), examples=())
PAIRED = Rounds(
    Connecting(
        info=replace(
            _INFO,
            id="paired",
            name="Paired",
            options=(*_INFO.options, flag("pairs", "Four play in pairs", default="on")),
            partnerships=((0, 2), (1, 3)),
            pairs_option="pairs",
        ),
        lead=last_winner_or_lot,
        score=_by_sides,
    ),
    RaceTo(target_of, counted=True),
)
"""Two to four play; four in two pairs, unless an option is off."""
CROWDED = Rounds(
    Connecting(
        info=replace(_INFO, id="crowded", name="Crowded", max_seats=8),
        bones=lambda _: _DOUBLE_NINE,
        hand_size=lambda _: 5,
        lead=last_winner_or_lot,
    ),
    RaceTo(target_of, counted=True),
)
"""Two to eight play."""


@contextmanager
def made_up_games() -> Iterator[None]:
    """Add the games to the catalogue for a while."""
    added = (PAIRED, CROWDED)
    names = {each.info.id: each.info.name for each in added}
    with (
        patch.dict(games._BY_ID, {each.info.id: each for each in added}),
        patch.dict(leaderboard._GAMES, names),
        patch.dict(profile_picture._GAMES, names),
        patch.dict(names_of_games._BY_KEY, {each.info.key: each.info for each in added}),
        patch.object(
            autocomplete, "NAMED", (*names_of_games.NAMED, *(each.info for each in added))
        ),
    ):
        yield
