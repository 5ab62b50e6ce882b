"""Hands and rows of bones: as scenes, in words, and what is left in them at the end of a round."""

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from itertools import groupby

from bot.domino.bone import BY_INDEX, Bone, by_code
from bot.domino.counting import Sum
from bot.engine.contract import Seat
from bot.engine.game_info import PipsLeft
from bot.engine.match_formats import TARGET
from bot.engine.translatable import N_
from bot.games.common.events import Credit, DrawEvent, Drew, HandsCounted, LayEvent
from bot.games.common.rules import RoundSeen
from bot.games.connecting.notes import Note
from bot.games.connecting.scoring import Decision, Extra, How
from bot.present.i18n import Words
from bot.present.text.seats import Reader, letter
from renderers.scene.bones import HandBone, HandScene, SeatHand


def hand_scene(
    hand: Iterable[Bone], playable: Container[Bone], drawn: Container[Bone] = ()
) -> HandScene:
    """Return the hand in order, with playable bones raised and bones just ``drawn`` ringed."""
    bones = sorted(hand, key=BY_INDEX)
    return HandScene(tuple(HandBone(b.high, b.low, b in playable, b in drawn) for b in bones))


def describe_hand(hand: Iterable[Bone], playable: Container[Bone], say: Words) -> list[str]:
    held = sorted(hand, key=BY_INDEX)
    if not held:
        return [say("Your hand is empty.")]
    told = [say("Your hand: {bones}.", bones=", ".join(bone.code for bone in held))]
    fitting = [bone for bone in held if bone in playable]
    if len(held) > 1 and fitting == held:
        told.append(say("You can play any of them."))
    elif fitting:
        codes = dict.fromkeys(bone.code for bone in fitting)
        told.append(say("You can play {bones}.", bones=say.listed(codes)))
    return told


def face_up(
    held: Sequence[Sequence[str]], seats: Iterable[Seat], acting: Container[Seat]
) -> tuple[SeatHand, ...]:
    """Return the hands of ``seats`` in order; ``held`` has the codes of their bones, by seat."""
    hands = ((seat, sorted(map(by_code, held[seat]), key=BY_INDEX)) for seat in seats)
    return tuple(SeatHand(letter(s), faces(hand), active=s in acting) for s, hand in hands)


def counted_hands(
    hands: Iterable[tuple[Seat, Iterable[Bone]]], winners: Container[Seat]
) -> tuple[SeatHand, ...]:
    return tuple(SeatHand(letter(s), faces(hand), s in winners) for s, hand in hands)


def faces(bones: Iterable[Bone]) -> tuple[tuple[int, int], ...]:
    return tuple((bone.high, bone.low) for bone in bones)


def describe_row(pieces: Iterable[str | None], say: Words) -> str:
    """List a row in order, ``None`` being a piece that lies face down: “3 face down, 1-1”."""
    parts: list[str] = []
    for piece, alike in groupby(pieces):
        count = len(list(alike))
        if piece is None:
            parts.append(say.count("{n} face down", "{n} face down", count))
        else:
            parts += [piece] * count
    return ", ".join(parts) if parts else say("empty")


def just_drawn(seen: RoundSeen) -> tuple[Bone, ...]:
    """Return the bones that the seat drew since it last played, in the order it drew them."""
    drawn: list[Bone] = []
    for event in reversed(seen.history):
        if isinstance(event, LayEvent) and event.seat == seen.seat:
            break
        if isinstance(event, Drew) and event.seat == seen.seat and event.bone:
            drawn.insert(0, event.bone)
    return tuple(drawn)


def drew(seat: Seat, draws: Sequence[DrawEvent], reader: Reader) -> str:
    """Name the bones that the reader has drawn; empty if somebody else has."""
    bones = [draw.bone for draw in draws if isinstance(draw, Drew) and draw.bone]
    return drew_bones(bones, reader.say) if seat == reader.seat and bones else ""


def drew_bones(bones: Sequence[Bone], say: Words) -> str:
    return say("You drew {bones}", bones=say.listed(f"**{bone.code}**" for bone in bones))


def how_it_ended(ended: HandsCounted, reader: Reader, *, counted: bool) -> str:
    say, last = reader.say, ended.last
    if ended.reason == TARGET and last is not None:
        who, bone = reader.name(last[0]), last[1].code
        return say("**Exactly!** {who} hit the target with {bone}.", who=who, bone=bone)
    if ended.out is not None:
        return _went_out(ended, last[1] if last else None, reader.name(ended.out), say)
    if reader.table_info.info.pips_left is PipsLeft.NOTHING:
        return say("**Blocked.** Nobody can play.")
    if not ended.winners:
        return (
            say("**Blocked**, with a tie: nobody scores.")
            if counted and not reader.table_info.info.penalties
            else say("**Blocked**, with a tie: nobody wins the round.")
        )
    who = say.listed(map(reader.name, ended.winners))
    held = [sum(piece.pips for piece in hand) for hand in ended.hands]
    own = sum(held[seat] for seat in ended.winners)
    if len(ended.winners) == 1:
        return say(_DECIDED[How.HAND], who=who)
    if last is None or own < sum(held) - own:  # only a tie is decided by the last bone
        return say(_DECIDED[How.PAIR], side=who)
    return say(
        "**Blocked**, with both duos tied: {who} win because {other} played the last bone, {bone}.",
        who=who,
        other=reader.name(last[0]),
        bone=last[1].code,
    )


_DECIDED = {
    How.HAND: N_("**Blocked.** {who} has the lowest hand."),
    # Translators: {side} is two players, as in “Ana and Cid”; their hands are added up.
    How.PAIR: N_("**Blocked.** {side} together have the lower hands."),
    # Translators: {side} is two players, as in “Ana and Cid”.
    How.LED: N_("**Blocked**, with a tie: {side} win because {who} led the round."),
    How.LAST: N_("**Blocked**, with a tie: {side} win because {who} played the last bone."),
}


def decided(decision: Decision, winners: Iterable[Seat], reader: Reader) -> str:
    """Say how a block was decided, where the game says so."""
    say, who = reader.say, reader.name(decision.seat)
    if decision.other is not None:
        other = reader.name(decision.other)
        return say(
            "**Blocked.** Only {who} and {other} are compared, and {who} has the lower hand.",
            who=who,
            other=other,
        )
    side = say.listed(map(reader.name, winners))
    return say(_DECIDED[decision.how], who=who, side=side)


def _went_out(ended: HandsCounted, last: Bone | None, who: str, say: Words) -> str:
    if last is None:
        return say("**Domino!** {who} went out.", who=who)
    if any(credit.sum.times > 1 for credit in ended.credits):
        text = N_("**Domino!** {who} went out with {bone}. As it's a double, the pips count twice.")
    else:
        text = N_("**Domino!** {who} went out with {bone}.")
    return say(text, who=who, bone=last.code)


def arithmetic(ended: HandsCounted, reader: Reader, extras: Sequence[Extra] = ()) -> Iterator[str]:
    """Yield every hand's pips, the points made by plays, and what the end of the round is worth.

    ``extras`` say what the last terms of the credit are for.
    """
    penalties = reader.table_info.info.penalties
    alone = [credit.seats[0] for credit in ended.credits if len(credit.seats) == 1]
    charged = alone if penalties else []
    uses = {PipsLeft.SCORE} if ended.out is not None else {PipsLeft.SCORE, PipsLeft.DECIDE_BLOCKS}
    counts = reader.table_info.info.pips_left in uses
    for seat, hand in enumerate(ended.hands if counts else ()):
        if not hand or seat in charged:
            continue
        pips = [piece.pips for piece in hand]
        sums = " + ".join(map(str, pips))
        text = sums if len(hand) == 1 else f"{sums} = {sum(pips)}"
        yield reader.say("{who} holds {sum}", who=reader.name(seat), sum=text)
    for side in reader.table_info.sides if any(ended.earned) else ():
        if earned := ended.earned[side[0]]:
            yield scored_during_play(side, earned, reader)
    yield from credited(ended.credits, reader, extras)


def noted(note: Note, name: Callable[[Seat], str], say: Words) -> str:
    """Say what goes on to the next round."""
    return say(note.text, who=say.listed(map(name, note.who)), sum=note.sum, n=note.n)


def scored_during_play(side: Sequence[Seat], earned: int, reader: Reader) -> str:
    say, who = reader.say, reader.say.listed(map(reader.name, side))
    if len(side) > 1:
        return say.count(
            "{who} together scored {n} point during play",
            "{who} together scored {n} points during play",
            earned,
            who=who,
        )
    return say.count(
        "{who} scored {n} point during play", "{who} scored {n} points during play", earned, who=who
    )


def credited(
    credits_: Iterable[Credit], reader: Reader, extras: Sequence[Extra] = ()
) -> Iterator[str]:
    say = reader.say
    for credit in credits_:
        who = say.listed(map(reader.name, credit.seats))
        many = len(credit.seats)
        if reader.table_info.info.penalties:
            yield say("Penalty points for {who}: {sum}", who=who, sum=credit.sum)
        elif credit.sum.nearest > 1:
            yield _bonus(who, credit.sum, say)
        else:
            told = say.count(
                "{who} scores {sum}", "{who} score {sum}", many, who=who, sum=credit.sum
            )
            yield _with_extras(told, extras, credit.sum, say)


def _with_extras(told: str, extras: Sequence[Extra], made: Sum, say: Words) -> str:
    """Say what the last terms of a sum are for: “Ana and Cid score 18 + 25 = 43 (capicúa 25)”."""
    if not extras:
        return told
    one = len(made.terms) == 1
    names = [say(each.name) if one else f"{say(each.name)} {each.points}" for each in extras]
    return say("{told} ({reason})", told=told, reason=", ".join(names))


def _bonus(who: str, made: Sum, say: Words) -> str:
    points = say.count("{n} point", "{n} points", made.points)
    left = {"who": who, "sum": made.added, "points": points}
    if made.rounded == made.total:
        return say.count(
            "{who} · {sum} pip left: {points}",
            "{who} · {sum} pips left: {points}",
            made.total,
            **left,
        )
    # Translators: “Ana · 3 + 1 = 4 pips left, rounded to 5: 1 point”. The plural is for the 4.
    return say.count(
        "{who} · {sum} pip left, rounded to {rounded}: {points}",
        "{who} · {sum} pips left, rounded to {rounded}: {points}",
        made.total,
        rounded=made.rounded,
        **left,
    )
