"""The ends of rounds in which the pieces left in hands are counted."""

from collections.abc import Iterator

from bot.domino.bone import Bone
from bot.domino.counting import Sum
from bot.domino.square import Square
from bot.engine.contract import Seat
from bot.engine.translatable import N_
from bot.games.connecting.events import RoundEnded
from bot.games.squares.events import SquaresEnded
from bot.present.i18n import Words
from bot.present.text.seats import TableInfo

Counted = RoundEnded | SquaresEnded


def how_it_ended(ended: Counted, table_info: TableInfo, say: Words, *, counted: bool = True) -> str:
    """Say why a round is over; ``counted`` says whether it makes points for its winner."""
    last = ended.last if isinstance(ended, RoundEnded) else None
    if ended.out is not None:
        who = table_info.name(ended.out, say)
        return _went_out(ended, last[1] if last else None, who, say)
    if not ended.winners:
        return (
            say("**Blocked**, with a tie for the fewest pips: nobody scores.")
            if counted and not table_info.info.penalties
            else say("**Blocked**, with a tie for the fewest pips: nobody wins the round.")
        )
    who = say.listed(table_info.name(seat, say) for seat in ended.winners)
    held = [sum(piece.pips for piece in hand) for hand in ended.hands]
    own = sum(held[seat] for seat in ended.winners)
    if len(ended.winners) == 1:
        return say("**Blocked.** {who} holds the fewest pips.", who=who)
    if last is None or own < sum(held) - own:  # only a tie is decided by the last bone
        return say("**Blocked.** {who} together hold fewer pips.", who=who)
    return say(
        "**Blocked**, with both duos tied: {who} win because {other} played the last bone, {bone}.",
        who=who,
        other=table_info.name(last[0], say),
        bone=last[1].code,
    )


def _went_out(ended: Counted, last: Bone | None, who: str, say: Words) -> str:
    """Say who went out with which bone, and whether that made the pips count twice."""
    if last is None:
        return say("**Domino!** {who} went out.", who=who)
    if any(credit.sum.times > 1 for credit in ended.credits):
        text = N_("**Domino!** {who} went out with {bone}. As it's a double, the pips count twice.")
    else:
        text = N_("**Domino!** {who} went out with {bone}.")
    return say(text, who=who, bone=last.code)


def arithmetic(ended: Counted, table_info: TableInfo, say: Words) -> Iterator[str]:
    """Yield every hand's pips, the points made by plays, and what the end of the round is worth."""
    charged = [
        seat for credit in ended.credits for seat in credit.seats if table_info.info.penalties
    ]
    hands: tuple[tuple[Bone | Square, ...], ...] = ended.hands
    for seat, hand in enumerate(hands):
        if not hand or seat in charged:
            continue
        pips = [piece.pips for piece in hand]
        sums = " + ".join(map(str, pips))
        text = sums if len(hand) == 1 else f"{sums} = {sum(pips)}"
        yield say("{who} holds {sum}", who=table_info.name(seat, say), sum=text)
    for seat, earned in enumerate(ended.earned):
        if earned:
            yield scored_during_play(seat, earned, table_info, say)
    yield from credited(ended, table_info, say)


def scored_during_play(seat: Seat, earned: int, table_info: TableInfo, say: Words) -> str:
    """Say what a seat has scored by its plays."""
    who = table_info.name(seat, say)
    return say.count(
        "{who} scored {n} point during play", "{who} scored {n} points during play", earned, who=who
    )


def credited(ended: Counted, table_info: TableInfo, say: Words) -> Iterator[str]:
    """Yield what the end of the round is worth."""
    for credit in ended.credits:
        who = say.listed(table_info.name(seat, say) for seat in credit.seats)
        many = len(credit.seats)
        if table_info.info.penalties:
            yield say("Penalty points for {who}: {sum}", who=who, sum=credit.sum)
        elif credit.sum.nearest > 1:
            yield _bonus(who, credit.sum, say)
        else:
            yield say.count(
                "{who} scores {sum}", "{who} score {sum}", many, who=who, sum=credit.sum
            )


def _bonus(who: str, made: Sum, say: Words) -> str:
    """Say how many points the pips left are worth once they are rounded."""
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
