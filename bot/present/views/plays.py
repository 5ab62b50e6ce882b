"""Plays at open ends: what they are called, how they can be typed, and how they are reported."""

from collections.abc import Sequence

from bot.domino.layout import DoublePlacement, Layout
from bot.engine.contract import Event, Move
from bot.engine.translatable import N_, NC_
from bot.games.common.pieces import Draw, Pass
from bot.games.connecting.events import Played
from bot.games.connecting.moves import Play
from bot.present.i18n import Words
from bot.present.text.seats import Reader
from bot.present.views.line import keeps_letters, names_before, names_of_ends
from renderers.scene.captions import BoneSign, EndSign, Sign

_CROSSWISE, _IN_LINE = NC_("button", "crosswise"), NC_("button", "in line")
"""How a double is laid, as short as a button needs it."""


def bone_move(move: Move, layout: Layout, legal: Sequence[Move], say: Words) -> str | None:
    """Describe a play, draw or knock among ``legal`` moves: ``5-2 → E``; ``None`` for others."""
    match move:
        case Play(bone=bone, at=""):
            return bone.code
        case Play(bone=bone, at=at):
            place = names_of_ends(layout).name_by_code(at)
            if any(isinstance(e, Play) and e.crosswise and e.bone is bone for e in legal):
                how = say.in_context("button", _CROSSWISE if move.crosswise else _IN_LINE)
                place = say("{where}, {how}", where=place, how=how)
            return say("{bone} → {place}", bone=bone.code, place=place)
        case Pass():
            return say("Knock")
        case Draw():
            return say("Draw a bone")
        case _:
            return None


def spellings_of(move: Move, layout: Layout, say: Words) -> list[str]:
    """Return the play's bone either way round, with and without its end.

    The end is spelled as it is called, as the pips that it shows, and in the code. Without it, or
    if two ends are spelled alike, a spelling counts if the bone fits at one of them only.
    """
    if not isinstance(move, Play):
        return []
    bone = move.bone
    either_way = bone.code, f"{bone.low}-{bone.high}"
    if not move.at:
        return list(either_way)
    names = names_of_ends(layout)
    called = {names.name_by_code(move.at), str(layout.opening(move.at).pips)}
    hows = (say("crosswise"), say.in_context("button", _CROSSWISE)) if move.crosswise else ("",)
    places = [f"{arrow}{end} {how}" for arrow in (" ", "→") for end in called for how in hows]
    code = move.code.partition("@")[2]
    return [f"{each}{place}" for each in either_way for place in ("", f"@{code}", *places)]


def played(event: Played, later: Sequence[Event], reader: Reader) -> str:
    """Report a play, with what its end was called when it was played.

    A letter that the picture shown after ``later`` does not have is replaced by the pips.
    """
    if not event.at:
        own, other, place = N_("You led {bone}"), N_("{who} led {bone}"), ""
    else:
        names = names_before(event)
        if names.has_letters and keeps_letters(event, later):
            # Translators: {end} is the letter of an open end, as on its flag in the picture.
            own, other = N_("You played {bone} at {end}"), N_("{who} played {bone} at {end}")
            place = names.letter(event.end)
        else:
            # Translators: {end} is the number that an open end shows.
            own = N_("You played {bone} on the {end}")
            other = N_("{who} played {bone} on the {end}")
            place = str(names.shows[event.end])
    told = reader.told(event.seat, own, other, bone=f"**{event.bone.code}**", end=place)
    if not event.chosen:
        return told
    say = reader.say
    how = say("crosswise") if event.lie is DoublePlacement.SPINNER else say("in line")
    return say("{where}, {how}", where=told, how=how)


def signs_of(event: Played, later: Sequence[Event]) -> tuple[Sign, ...]:
    """Return the signs for a play: the bone, its end to the left of what that end was called."""
    if not event.at:
        return (BoneSign(event.bone.high, event.bone.low),)
    names, end = names_before(event), event.end
    label = names.letter(end) if keeps_letters(event, later) else ""
    near = names.shows[end]
    far = event.bone.low if near == event.bone.high else event.bone.high
    return BoneSign(far, near), EndSign(label, near)
