"""A lesson: the hand of a practice match, with a sentence for each choice.

The choices made so far are part of every button's id, so a lesson needs nothing stored and can go
on after a restart, in any process.
"""

from dataclasses import dataclass, replace

from bot.engine.game_info import GameInfo
from bot.engine.lesson import LEARNER, AllOf, AnyOf, EndOf, Lesson, LessonMoment, Piece, PlayerOf
from bot.engine.translatable import N_
from bot.present import custom_ids
from bot.present.i18n import Words
from bot.present.narration.events import arithmetic, how_it_ended, news
from bot.present.narration.scoreboard import standing
from bot.present.scenes import end_of_round, round_picture, table_picture
from bot.present.screen import Button, Part, Screen, Tone, in_lines
from bot.present.screens.own_hand import OwnIds, own_picture, own_table
from bot.present.text.seats import TableInfo
from bot.present.views import view_of

LEARN = "learn"
"""The feature's name in custom ids; what follows is described by :class:`LessonId`."""
BEGIN, PLAY, RULES = "begin", "play", "rules"
"""The buttons that begin a lesson, open a real match, and show the rules."""
PICTURE = "lesson.png"
_ON_PLANS = N_(
    "In a real match, you needn't wait for your turn: press Plan in your hand, and say what you'd"
    " like to play next."
)


@dataclass(frozen=True, slots=True)
class LessonId:
    """A button of a lesson: what was chosen so far, and what it chooses."""

    game_id: str
    version: str
    """The rules and the deal that the choices belong to; they mean nothing in any others."""
    choices: tuple[int, ...] = ()
    """The index of each move among those that were legal."""
    piece: int | None = None
    """The index of a move, if the button asks for the place of its piece."""

    def __str__(self) -> str:
        made = ".".join(map(str, self.choices))
        piece = "" if self.piece is None else str(self.piece)
        return custom_ids.feature(LEARN, f"{self.game_id}:{self.version}:{made}:{piece}")


def version_of(info: GameInfo, lesson: Lesson) -> str:
    return f"{info.rules}.{lesson.deal}"


def learn_button(info: GameInfo, say: Words, tone: Tone = Tone.PLAIN) -> Button:
    id_ = custom_ids.feature(LEARN, f"{info.id}:{BEGIN}")
    return Button(id_, say("Learn"), tone)


def offer_screen(info: GameInfo, say: Words) -> Screen:
    text = say("New to {game}? A few moves show you how it goes.", game=say(info.name))
    return Screen((text,), ((learn_button(info, say, Tone.MAIN),),))


def lesson_screen(
    info: GameInfo, lesson: Lesson, now: LessonMoment, at: LessonId, user_id: int, say: Words
) -> Screen:
    """Show a choice of a lesson, or its end; ``at`` has the choices that led there.

    If ``at`` names a piece that has several places, they are shown.
    """
    table_info = own_table(info, info.default_options, lesson.seats, user_id)
    if now.is_over:
        return _end(table_info, lesson, now, say)
    view, table = view_of(now.seen)
    ids = _ids(now, at, say)
    if places := ids.places(table_info, at.piece):
        return places
    number = now.choices_made + 1
    title = say("Learn {game} · move {number}", game=say(info.name), number=number)
    head = in_lines(
        f"### {title}",
        news(now.events, table_info, say, me=LEARNER),
        _taught(table_info, now, say),
        view.question(table, say),
    )
    seats = standing(table_info, now.seen, say)
    picture = own_picture(info, now.seen, now.events, say, PICTURE)
    return ids.choices(table_info, Screen((head, picture, seats)))


def _taught(table_info: TableInfo, now: LessonMoment, say: Words) -> str:
    if now.point is None:
        return ""
    view, table = view_of(now.seen)

    def in_words(value: object) -> object:
        match value:
            case PlayerOf(seat):
                return table_info.name(seat, say)
            case Piece(code):
                return view.piece_name(code)
            case EndOf(code):
                return view.end_name(table, code)
            case AnyOf(items):
                return say.either(items)
            case AllOf(items):
                return say.listed(items)
            case _:
                return value

    placeholders = {name: in_words(value) for name, value in now.placeholders.items()}
    return f"💡 {say(now.point.sentence, **placeholders)}"


def _end(table_info: TableInfo, lesson: Lesson, now: LessonMoment, say: Words) -> Screen:
    """Show the end of a lesson: the round's result, how a round is won, and what can follow."""
    info = table_info.info
    ended = end_of_round(now.events)
    head = in_lines(
        "### " + say("Learn {game} · the end", game=say(info.name)),
        news(now.events, table_info, say, me=LEARNER),
        "" if ended is None else how_it_ended(ended, table_info, say, counted=lesson.seats > 1),
        f"💡 {say(info.how_won)}",
        "" if info.open_play else f"💡 {say(_ON_PLANS)}",
    )
    parts: list[Part] = [head]
    if ended is None:
        table = table_picture(now.seen, say, now.events, PICTURE)
        parts += [table, standing(table_info, now.seen, say)]
    else:
        parts.append(round_picture(ended, say, PICTURE))
        parts += ["\n".join(f"-# {text}" for text in arithmetic(ended, table_info, say))]
    parts.append(say("That's how {game} goes. Now play a real match!", game=say(info.name)))
    play, rules = (custom_ids.feature(LEARN, f"{info.id}:{each}") for each in (PLAY, RULES))
    buttons = (Button(play, say("Play now"), Tone.GOOD), Button(rules, say("Rules")))
    return Screen(tuple(filter(None, parts)), (buttons,))


def _ids(now: LessonMoment, at: LessonId, say: Words) -> OwnIds:
    base = replace(at, piece=None)
    return OwnIds(
        now.seen,
        now.choices_made,
        say,
        hand=str(base),
        chosen=lambda index: str(replace(base, choices=(*base.choices, index))),
        places=lambda index: str(replace(base, piece=index)),
    )
