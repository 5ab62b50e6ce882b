"""The table of the computers' ratings in docs/playing.md."""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from benchmarks.contests import usual_seats, with_company
from bot.ai import LEVELS
from bot.ai.ratings import rounded
from bot.games import game

DOCUMENT = Path(__file__).parents[1] / "docs" / "playing.md"
_TABLE = re.compile(r"^\| game \| players \|.*\n(?:\|.*\n)*", re.MULTILINE)


def with_table(document: str, ratings: str) -> str:
    """Return the document with its table replaced by that of the text of ``ratings.toml``.

    Games that were not measured are left out. Raises ``ValueError`` if it has no such table.
    """
    measured = tomllib.loads(ratings)
    lines = [_row("game", "players", *LEVELS), _row(*("---",) * (2 + len(LEVELS)))]
    for game_id in with_company():
        if game_id in measured:
            shown = (_cell(measured[game_id], level) for level in LEVELS)
            players = str(usual_seats(game_id))
            lines.append(_row(game(game_id).info.name, players, *shown))
    text, found = _TABLE.subn("\n".join(lines) + "\n", document)
    if found != 1:
        raise ValueError("the document has no table of ratings")
    return text


def _cell(ratings: Mapping[str, Any], level: str) -> str:
    """Return a rating and, if it is known, half of its interval, rounded up to tens."""
    shown, within = f"{rounded(ratings[level]):,}", ratings.get(f"{level}_within")
    return shown if within is None else f"{shown} ± {-(-within // 10) * 10}"


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"
