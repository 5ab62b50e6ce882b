"""The lessons of the games with square pieces."""

from typing import TypeAlias

from bot.domino.square import Command
from bot.engine.lesson import (
    Lesson,
    LessonStep,
    Piece,
    Placeholders,
    PlayerOf,
    Point,
    always,
    can,
    did,
    last_of_others,
    last_own,
    others_did,
)
from bot.engine.translatable import N_, Translatable
from bot.games.common.events import Passed, Scored
from bot.games.common.pieces import Draw
from bot.games.squares.events import DrewPiece, PieceLaid, PieceReturned
from bot.games.squares.moves import Give, Lay, PassDirection, PassOn, TurnPiece
from bot.games.squares.observation import SquareRowsSeen, SquaresSeen, Task

Step: TypeAlias = LessonStep[SquaresSeen]
RowsStep: TypeAlias = LessonStep[SquareRowsSeen]
_EITHER: TypeAlias = LessonStep[SquaresSeen] | LessonStep[SquareRowsSeen]


def _lays(step: _EITHER) -> list[Lay]:
    return [each for each in step.seen.legal if isinstance(each, Lay)]


def _match(step: _EITHER) -> Placeholders | None:
    lays = _lays(step)
    return {"piece": Piece(lays[0].piece.code)} if lays else None


def _wild(step: _EITHER) -> Placeholders | None:
    wild = next((each.piece for each in _lays(step) if each.piece.wild), None)
    return {"piece": Piece(wild.code)} if wild else None


def _heavy(step: Step) -> Placeholders | None:
    heaviest = max((each.piece for each in _lays(step)), key=lambda each: each.pips, default=None)
    return {"piece": Piece(heaviest.code), "n": heaviest.pips} if heaviest else None


def _best(step: Step) -> Placeholders | None:
    best = max(_lays(step), key=lambda each: sum(each.scores), default=None)
    if best is None or not sum(best.scores):
        return None
    one, other = best.scores
    return {"piece": Piece(best.piece.code), "sum": f"{one} + {other} = {one + other}"}


def _scored(step: Step) -> Placeholders | None:
    scored = last_own(step, Scored)
    return {"sum": str(scored.sum)} if scored else None


def _may_draw(step: Step) -> Placeholders | None:
    legal = step.seen.legal
    return {} if any(isinstance(each, Draw) for each in legal) and len(legal) > 1 else None


def _must_draw(step: Step) -> Placeholders | None:
    legal = step.seen.legal
    return {} if len(legal) == 1 and isinstance(legal[0], Draw) else None


def _task(step: Step, task: Task) -> Placeholders | None:
    return {} if step.seen.legal and step.seen.task is task else None


def _does(step: Step, command: Command) -> Placeholders | None:
    piece = next((each.piece for each in _lays(step) if each.piece.command is command), None)
    return {"piece": Piece(piece.code)} if piece else None


def _doing(sentence: Translatable, command: Command) -> Point:
    return Point(sentence, lambda step: _does(step, command))


def _i_drew(step: Step) -> Placeholders | None:
    drew = last_own(step, DrewPiece)
    fitting = {each.piece for each in _lays(step)}
    return {"piece": Piece(drew.piece.code)} if drew and drew.piece in fitting else None


def _drawn(step: Step) -> Placeholders | None:
    drawn = step.seen.drawn
    return {"piece": Piece(drawn.code)} if drawn and _lays(step) else None


def _pending(step: RowsStep) -> Placeholders | None:
    piece = step.seen.pending
    return {"piece": Piece(piece.code)} if piece and step.seen.legal else None


def _at_the_right(step: RowsStep, returned: PieceReturned | None) -> Placeholders | None:
    row = step.seen.rows[returned.seat] if returned else ()
    if returned is None or row[-1:] != (returned.piece,):
        return None
    return {"who": PlayerOf(returned.seat), "piece": Piece(returned.piece.code)}


def _to_the_right(step: RowsStep) -> Placeholders | None:
    returned = last_own(step, PieceReturned)
    return _at_the_right(step, returned) if returned and not returned.face_up else None


def _stays_up(step: RowsStep) -> Placeholders | None:
    returned = last_own(step, PieceReturned)
    return _at_the_right(step, returned) if returned and returned.face_up else None


def _other_returned(step: RowsStep) -> Placeholders | None:
    return _at_the_right(step, last_of_others(step, PieceReturned))


def _laid(step: RowsStep) -> Placeholders | None:
    laid = last_own(step, PieceLaid)
    return {"piece": Piece(laid.piece.code)} if laid else None


_MATCH = Point(
    N_("A whole side must match a whole side, number to number and black to black: {piece} fits."),
    _match,
)
_WILD = Point(N_("{piece} has a wild, ★, which matches any number but never black."), _wild)
_I_KNOCKED = Point(
    N_("None of your pieces fitted, so you knocked: that happens by itself."), did(Passed)
)
_OTHER_KNOCKED = Point(
    N_("{who} knocked: no piece in their hand fits either end."), others_did(Passed)
)
_HEAVY = Point(
    N_("{piece} has {n} pips, which would count for whoever goes out before you: play it early."),
    _heavy,
)
_GOAL = Point(
    N_("The first to run out of pieces wins the round and scores the pips the others still hold."),
    always,
)

LESSONS = {
    "squares": Lesson(
        (
            Point(N_("➜ means: give any opponent a piece from your hand."), can(Give)),
            Point(
                N_("⇄ means: choose a direction, and everybody passes a piece that way."),
                can(PassDirection),
            ),
            Point(N_("Everybody passes a piece at the same time: choose yours."), can(PassOn)),
            Point(
                N_("↻ means: you can play another piece, or stop."),
                lambda step: _task(step, Task.AGAIN),
            ),
            Point(N_("You drew {piece}, and it fits: play it at once or keep it."), _drawn),
            Point(N_("You scored the numbers on the side opposite the match: {sum}."), _scored),
            _MATCH,
            Point(
                N_("You score the numbers opposite the side that matches: {piece} can make {sum}."),
                _best,
            ),
            _doing(N_("{piece} has ⊘: the next player loses a turn."), Command.SKIP),
            _doing(N_("{piece} has ↻: after it, you can play another piece."), Command.AGAIN),
            _doing(N_("{piece} has ⊕: after it, you draw a piece."), Command.DRAW),
            _doing(N_("{piece} has ➜: after it, you give an opponent a piece."), Command.GIVE),
            _doing(N_("{piece} has ⇄: after it, everybody passes a piece on."), Command.ALL_PASS),
            Point(N_("None of your pieces fit, so draw one."), _must_draw),
            _WILD,
            Point(N_("You can also draw a piece: nobody has to play one."), _may_draw),
            Point(N_("Whoever goes out scores 10 or more, and three rounds make a match."), always),
        ),
        deal=30,
    ),
    "squares-block": Lesson((_I_KNOCKED, _OTHER_KNOCKED, _MATCH, _WILD, _HEAVY, _GOAL), deal=91),
    "squares-draw": Lesson(
        (
            Point(N_("None of your pieces fitted, so you drew until {piece} did."), _i_drew),
            Point(N_("{who} had to draw, so nothing in their hand fitted."), others_did(DrewPiece)),
            *(_I_KNOCKED, _OTHER_KNOCKED, _MATCH),
            Point(N_("None of your pieces fit, so draw until one does."), _must_draw),
            *(_WILD, _HEAVY, _GOAL),
        ),
        deal=54,
    ),
    "squares-blind": Lesson(
        (
            Point(N_("{piece} fits, so you must play it, and you choose where."), _pending),
            Point(
                N_(
                    "{piece} did not fit and lies face down at the right end of your row:"
                    " remember it."
                ),
                _to_the_right,
            ),
            Point(
                N_("{piece} did not fit; with its wild, it stays face up at the right end."),
                _stays_up,
            ),
            Point(N_("{piece} fitted, so you could go on."), _laid),
            Point(
                N_(
                    "{who} turned over {piece}, which did not fit: it is at the right end of"
                    " their row."
                ),
                _other_returned,
            ),
            Point(
                N_("Turn over the piece at the left end of your row; nobody has seen it."),
                can(TurnPiece),
            ),
            Point(N_("The first player with no pieces left in their row wins."), always),
        ),
        deal=125,
    ),
}
