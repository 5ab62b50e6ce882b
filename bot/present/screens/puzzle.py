"""Puzzles: a position with its moves as buttons, and the answer with its reason."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from bot.engine.analysis import WORLDS, WinsAtOnce
from bot.engine.contract import Move
from bot.engine.seating import STEADY
from bot.games.themes import NAMES
from bot.model.match import Occupant, UserId
from bot.model.puzzle_attempts import PuzzleAttempt
from bot.model.puzzles.puzzle import PuzzleMoment
from bot.present import custom_ids
from bot.present.i18n import Words
from bot.present.narration.events import tell
from bot.present.narration.insights import explain
from bot.present.narration.scoreboard import standing
from bot.present.scenes import end_of_round, hand_picture, round_picture, table_picture
from bot.present.screen import Button, Picture, Screen, Tone, in_lines, in_rows
from bot.present.screens.match.choices import legend
from bot.present.screens.match.hint import describe_hint
from bot.present.screens.own_hand import NO_MATCH
from bot.present.text.seats import Reader, TableInfo
from bot.present.views import view_of
from bot.scores.rating import SHOWN_FROM

PUZZLE = "puzzle"
"""The feature's name in custom ids; what follows is described by :class:`PuzzleId`."""
SHOW, ANSWER, NEXT, UP, DOWN = "show", "answer", "next", "up", "down"
"""The actions of buttons: show a puzzle, answer it, show the next one, and say how good it is."""
PICTURE = "puzzle.png"


@dataclass(frozen=True, slots=True)
class PuzzleId:
    """A button of a puzzle."""

    puzzle_id: str
    theme: str = ""
    """The theme that the person has asked for; so do those that follow."""
    game: str = ""

    def of(self, action: str, move: int | str = "") -> str:
        """Return the id; ``move`` is the index of the legal move that answers it."""
        return custom_ids.feature(
            PUZZLE, f"{action}:{self.puzzle_id}:{self.theme}:{self.game}:{move}"
        )


def with_puzzle_button(screen: Screen, puzzle_id: str, say: Words) -> Screen:
    """Add a button that shows the puzzle of the day, in a message of its own."""
    button = Button(PuzzleId(puzzle_id).of(SHOW), say("Puzzle of the day"))
    return replace(screen, rows=(*screen.rows, (button,)))


def puzzle_screen(now: PuzzleMoment, at: PuzzleId, user_id: UserId, say: Words) -> Screen:
    """Show a position and ask for the best move; it tells only what the seat sees."""
    title = say("Puzzle · {game}", game=say(now.rules.info.name))
    return _asked(now, at, _table_info(now, user_id), title, "", say)


def puzzle_of_day_screen(now: PuzzleMoment, say: Words) -> Screen:
    """Show the puzzle of the day to everybody in a channel; each gets an answer of their own."""
    title = say("Puzzle of the day · {game}", game=say(now.rules.info.name))
    table_info = _table_info(now)
    # Translators: {who} is the letter and the name of a player: “`B` 🤖 Ivory”.
    you = say("You play as {who}.", who=table_info.lettered_name(now.puzzle.seat, say))
    note = say.in_a_row((you, say("Only you see your answer.")))
    return _asked(now, PuzzleId(now.puzzle.id), table_info, title, f"-# {note}", say)


def _asked(
    now: PuzzleMoment, at: PuzzleId, table_info: TableInfo, title: str, note: str, say: Words
) -> Screen:
    question = say("Which move is best?")
    head = in_lines(
        f"### {title}",
        note,
        " · ".join(tell(now.events, table_info, say, now.puzzle.seat)),
        legend(table_info, say),
        f"**{question}**",
    )
    buttons = tuple(
        Button(at.of(ANSWER, index), _label(now, index, table_info, say), Tone.GOOD)
        for index in offered(now).values()
    )
    seats = standing(table_info, now.seen, say)
    return Screen((head, hand_picture(now.seen, say, PICTURE), seats), in_rows(buttons))


def offered(now: PuzzleMoment) -> dict[str, int]:
    """Return the moves to choose from in the order of the hand: the index of each by its code.

    Of moves that differ in nothing but their names, the best is offered.
    """
    view, table = view_of(now.seen)
    ranks = {each.code: rank for rank, each in enumerate(now.puzzle.moves)}
    best: dict[str, Move] = {}
    for move in sorted(now.seen.legal, key=lambda each: ranks[each.code]):
        best.setdefault(view.offered(move, table).code, move)
    return {move.code: index for index, move in enumerate(now.seen.legal) if move in best.values()}


def answer_screen(
    now: PuzzleMoment,
    at: PuzzleId,
    attempt: PuzzleAttempt,
    user_id: UserId,
    say: Words,
    *,
    is_late: bool = False,
) -> Screen:
    """Show the solution; ``is_late``: another move was chosen now than in the attempt."""
    before = say("You answered this puzzle before. Your first answer counts.")
    last = in_lines(_standing(attempt, say), f"-# {before}" if is_late else "")
    following = Button(at.of(NEXT), say("Next puzzle"), Tone.GOOD)
    votes = tuple(
        Button(at.of(action), label, Tone.MAIN if attempt.is_good is vote else Tone.PLAIN)
        for action, label, vote in ((UP, "👍", True), (DOWN, "👎", False))
    )
    return Screen((*solution(now, attempt.move, user_id, say), last), ((following, *votes),))


def solution(now: PuzzleMoment, move: str, user_id: UserId, say: Words) -> tuple[str, str, Picture]:
    """Return whether ``move`` is right, why; what each move is worth; the table after the best."""
    table_info, puzzle = _table_info(now, user_id), now.puzzle
    right = say("✅ Right!") if move == puzzle.best.code else say("❌ Not the best move.")
    # Nothing has to be said for a move that wins at once.
    insights = () if isinstance(puzzle.reason, WinsAtOnce) else puzzle.insights
    reasons = (explain(each, table_info, now.seen, say) for each in insights)
    themes = say.labelled(say("Themes"), say.listed(say(NAMES[each]) for each in puzzle.themes))
    head = in_lines(
        "### " + say("Puzzle · {game}", game=say(now.rules.info.name)),
        f"**{right}**",
        describe_hint(table_info, now.seen, puzzle.hint, say),
        *(f"-# {each}" for each in (*reasons, themes)),
    )
    return head, in_lines(*_worth(now, move, table_info, say)), _after(now, say)


def _worth(now: PuzzleMoment, move: str, table_info: TableInfo, say: Words) -> Iterator[str]:
    """Yield what each move that was offered is worth, the best first."""
    # Translators: above a list of moves and numbers; {n} is 1,000.
    yield say(
        "How often each move wins the round, in {n} deals that fit what you saw:",
        n=say.number(WORLDS),
    )
    indexes = offered(now)
    for each in (rated for rated in now.puzzle.moves if rated.code in indexes):
        name = _label(now, indexes[each.code], table_info, say)
        sign = "🟩" if each == now.puzzle.best else "🟥" if each.code == move else "▫️"
        if each.code == move:
            name = say("{move} (your move)", move=name)
        yield f"{sign} **{say.number(each.wins)}** · {name}"
    best = _label(now, indexes[now.puzzle.best.code], table_info, say)
    after = say("The table after {move}:", move=best)
    yield f"-# {after}"


def _after(now: PuzzleMoment, say: Words) -> Picture:
    """Return the table after the best move, as the seat sees it."""
    seen, events = now.after(now.puzzle.best.code)
    if (ended := end_of_round(events)) is not None:
        return round_picture(ended, say, PICTURE)
    return table_picture(seen, say, events, PICTURE)


def _standing(attempt: PuzzleAttempt, say: Words) -> str:
    """Say how a first answer changed a rating and a streak."""
    rating, missing = attempt.rating, SHOWN_FROM - attempt.rating.matches
    told = say.count(
        "{n} more puzzle until you have a rating",
        "{n} more puzzles until you have a rating",
        missing,
    )
    if rating.is_known:
        number, gained = say.number(rating.shown), say.signed(attempt.gained)
        told = say("Puzzle rating **{rating}** ({gained})", rating=number, gained=gained)
    streak = say.count("🔥 {n} right", "🔥 {n} right in a row", attempt.streak)
    return f"{told} · {streak}" if attempt.streak else told


def _label(now: PuzzleMoment, index: int, table_info: TableInfo, say: Words) -> str:
    view, table = view_of(now.seen)
    reader = Reader(table_info, say, now.puzzle.seat)
    return view.move_name_with_players(now.seen.legal[index], table, reader)


def _table_info(now: PuzzleMoment, user_id: UserId | None = None) -> TableInfo:
    """Return the table, at which ``user_id`` has the seat to move; without, nobody in person."""
    me = now.puzzle.seat if user_id else None
    sitters = tuple(
        Occupant(seat, user_id) if seat == me else Occupant(seat, level=STEADY)
        for seat in range(now.puzzle.seats)
    )
    return TableInfo(NO_MATCH, now.rules.info, now.puzzle.options, user_id or 0, sitters)
