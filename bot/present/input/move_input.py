"""The names of moves, and moves that people type in any of their spellings."""

import re
from collections.abc import Sequence

from bot.engine.contract import Move, Observation
from bot.present.i18n import ENGLISH, Words
from bot.present.input.folding import folded
from bot.present.text.seats import Reader, TableInfo
from bot.present.text.shortening import cut_to
from bot.present.views import view_of

MAX_CHOICES = 25
"""The most suggestions that Discord shows below what is typed."""
MAX_CHOICE = 100
"""The most characters of a suggestion."""
MAX_NAMED = 10
"""The most ways to play what was typed that a refusal names."""
EXAMPLES = 3
"""The number of moves that a refusal suggests instead of what can't be played."""
_BETWEEN_NUMBERS = re.compile(r"(?<=\d)-(?=\d)")
_BONE = re.compile("([0-9]{1,2})-([0-9]{1,2})(?![0-9])|([0-9])([0-9])(?![0-9-])")


def code_of(text: str, seen: Observation, say: Words) -> str:
    """Return the code of the legal move that ``text`` spells, or the text itself if there is none.

    A bone may be written either way round; if it fits at one place only, the place may be left out.
    """
    moves = meant(text, seen, say)
    return moves[0].code if len(moves) == 1 else text.strip()


def meant(text: str, seen: Observation, say: Words) -> tuple[Move, ...]:
    """Return the legal moves that ``text`` spells: several if it leaves out where a bone goes."""
    ways = {move: [*map(folded, _spellings(move, seen, say))] for move in seen.legal}
    wanted = folded(text)
    if found := tuple(move for move, spelled in ways.items() if wanted in spelled):
        return found
    wanted = _unhyphened(wanted)
    return tuple(move for move, spelled in ways.items() if wanted in map(_unhyphened, spelled))


def _unhyphened(text: str) -> str:
    """Return a folded text as people type it who leave out the hyphen of 12-9, too."""
    return _BETWEEN_NUMBERS.sub("", text)


def codes_of(text: str, seen: Observation, say: Words) -> tuple[str, ...]:
    """Return the codes of the moves of one turn that a text spells, or the text if none."""
    view, table = view_of(seen)
    return view.several(text, table) or (code_of(text, seen, say),)


def refused(text: str, seen: Observation) -> str:
    """Return the part of a typed text that cannot be played, called as a button would call it."""
    view, table = view_of(seen)
    return view.refused(text, table)


def unknown_bone(text: str, seen: Observation) -> str:
    """Return the bone that ``text`` begins with if the game has no such bone, else nothing."""
    view, table = view_of(seen)
    most, found = view.most_pips(table), _BONE.match(folded(text))
    halves = [] if found is None else list(filter(None, found.groups()))
    if most is None or not halves or max(map(int, halves)) <= most:
        return ""
    return "-".join(halves)


def suggestions(
    text: str, seen: Observation, table_info: TableInfo, say: Words
) -> list[tuple[str, str]]:
    """Return the label and code of legal moves that match what was typed so far, not too many.

    For several moves of one turn, the code is a text for :func:`codes_of`.
    """
    wanted = folded(text)
    view, table = view_of(seen)
    reader = Reader(table_info, say)
    found = [
        (cut_to(view.move_name_with_players(move, table, reader), MAX_CHOICE), move.code)
        for move in seen.legal
        if any(wanted in folded(spelling) for spelling in _spellings(move, seen, say))
    ]
    found += [(each, each) for each in view.several_suggested(text, table)]
    return found[:MAX_CHOICES]


def named_move(move: Move, seen: Observation, say: Words) -> str:
    """Describe a legal move: ``6-4 → 6``; a lead is the bone alone."""
    view, table = view_of(seen)
    return view.move_name(move, table, say)


def listed_moves(
    moves: Sequence[Move], seen: Observation, table_info: TableInfo, say: Words
) -> str:
    view, table = view_of(seen)
    reader = Reader(table_info, say)
    names = [view.move_name_with_players(move, table, reader) for move in moves]
    if (more := len(names) - MAX_NAMED) > 0:
        names[MAX_NAMED:] = [say.count("{n} more move", "{n} more moves", more)]
    return say.either(names)


def example_moves(seen: Observation, table_info: TableInfo, say: Words) -> str:
    return listed_moves(seen.legal[:EXAMPLES], seen, table_info, say)


def typed_example(seen: Observation, say: Words) -> str:
    """Return the shortest text that spells the first of the legal moves and no other."""
    first = seen.legal[0]
    ways = [each for each in _spellings(first, seen, say) if meant(each, seen, say) == (first,)]
    return min(ways, key=len, default=first.code)


def _spellings(move: Move, seen: Observation, say: Words) -> list[str]:
    view, table = view_of(seen)
    spelled = [move.code]
    for words in dict.fromkeys((say, ENGLISH)):
        spelled += [named_move(move, seen, words), *view.spellings(move, table, words)]
    return spelled
