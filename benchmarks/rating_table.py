"""The table of the computers' ratings in docs/playing.md."""

import re
from collections.abc import Mapping
from pathlib import Path

from benchmarks.contests import usual_seats, with_company
from bot.ai import LEVELS
from bot.ai.ratings import rounded
from bot.games import game

DOCUMENT = Path(__file__).parents[1] / "docs" / "playing.md"
_TABLE = re.compile(r"^\| game \| players \|.*\n(?:\|.*\n)*", re.MULTILINE)


def with_table(document: str, ratings: Mapping[str, Mapping[str, int]]) -> str:
    """Return the document with its table replaced; games that were not measured are left out.

    Raises ``ValueError`` if it has no such table.
    """
    lines = [_row("game", "players", *LEVELS), _row(*("---",) * (2 + len(LEVELS)))]
    for game_id in with_company():
        if game_id in ratings:
            shown = (f"{rounded(ratings[game_id][level]):,}" for level in LEVELS)
            players = str(usual_seats(game_id))
            lines.append(_row(game(game_id).info.name, players, *shown))
    text, found = _TABLE.subn("\n".join(lines) + "\n", document)
    if found != 1:
        raise ValueError("the document has no table of ratings")
    return text


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"
