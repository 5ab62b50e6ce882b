"""The names of moves: on buttons and in menus, and as people may type them."""

from bot.engine.contract import Move, Observation
from bot.present.i18n import Words
from bot.present.views import view_of


def named_move(move: Move, seen: Observation, say: Words) -> str:
    """Describe a legal move: ``6-4 → left (6)``; a lead is the bone alone."""
    view, table = view_of(seen)
    return view.named(move, table, say)


def spellings(move: Move, seen: Observation, say: Words) -> list[str]:
    """Return the ways to type a move."""
    return [move.code, named_move(move, seen, say), *view_of(seen)[0].spellings(move)]
