"""The deal of the day: a hand that only its player sees, and how it compares at the end."""

from dataclasses import dataclass

from bot.engine.translatable import N_
from bot.games import game
from bot.model.daily import DailyMoment, DailyResult, Deal, Mark
from bot.model.match import UserId
from bot.present import custom_ids
from bot.present.i18n import Words, moment as at_moment
from bot.present.narration.events import arithmetic, how_it_ended, news
from bot.present.narration.scoreboard import standing
from bot.present.scenes import end_of_round, round_picture
from bot.present.screen import Button, Part, Picture, Screen, in_lines
from bot.present.screens.daily.results import results_picture
from bot.present.screens.lookback.buttons import verify_deal_button
from bot.present.screens.lookback.share import offer_channels
from bot.present.screens.match.ratings import describe_earned
from bot.present.screens.own_hand import ME, OwnIds, own_picture, own_table
from bot.present.text.deals import deal_title
from bot.present.text.seats import TableInfo
from bot.present.views import view_of

DAILY = "daily"
"""The feature's name in custom ids; what follows is described by :class:`DailyId`."""
OPEN, SHARE, POST = "open", "share", "post"
"""The actions beside playing, each followed by the number of a deal."""
PICTURE = "deal.png"
SIGNS = {Mark.BEST: "🟩", Mark.CLOSE: "🟨", Mark.COSTLY: "🟥"}
_OTHER = (
    N_("The only other player did better."),
    N_("You and the only other player did equally well."),
    N_("You beat the only other player."),
)
"""What is said of a single other player, by twice the share beaten."""
_AHEAD = N_(
    "Points ahead of the best of the others. Gold is your result, bars are players, and blue lines"
    " are strong computers."
)
_ALONE = N_(
    "Bones left over. Gold is your result, bars are players, and blue lines are strong computers."
)


@dataclass(frozen=True, slots=True)
class DailyId:
    """A button of a deal: which choice it makes, or which piece's places it shows."""

    number: int
    """That of the deal."""
    made: int
    """The number of choices made before."""
    move: int | None = None
    """The index of the legal move that it makes; ``None`` if it shows the hand again."""
    piece: int | None = None
    """The index of a move whose piece's places it shows."""

    def __str__(self) -> str:
        move, piece = ("" if each is None else str(each) for each in (self.move, self.piece))
        return custom_ids.feature(DAILY, f"{self.number}:{self.made}:{move}:{piece}")


def open_button(number: int, label: str) -> Button:
    """Return the button that shows somebody a deal, wherever they are in it."""
    return Button(custom_ids.feature(DAILY, f"{OPEN}:{number}"), label)


def daily_screen(
    moment: DailyMoment, user_id: UserId, say: Words, piece: int | None = None
) -> Screen:
    """Show a choice of a deal; with ``piece`` the places of that legal move's piece, if several."""
    table_info = _table_info(moment.deal, user_id)
    made = len(moment.attempt.moves)
    ids = OwnIds(
        moment.seen,
        made,
        say,
        hand=str(DailyId(moment.deal.number, made)),
        chosen=lambda index: str(DailyId(moment.deal.number, made, move=index)),
        places=lambda index: str(DailyId(moment.deal.number, made, piece=index)),
    )
    if places := ids.places(table_info, piece):
        return places
    view, table = view_of(moment.seen)
    late = say("That choice was made already. This is where you are now.")
    head = in_lines(
        "### " + deal_title(moment.deal.day, moment.deal.game, say),
        about_deal(moment.deal, say, closed=moment.is_closed) if made == 0 else "",
        f"-# {late}" if moment.is_late else "",
        news(moment.events, table_info, say, me=ME),
        view.question(table, say),
    )
    picture, seats = _picture(moment, say), standing(table_info, moment.seen, say)
    return ids.choices(table_info, Screen((head, picture, seats)))


def daily_end_screen(
    moment: DailyMoment, result: DailyResult, user_id: UserId, say: Words, other: int | None = None
) -> Screen:
    """Show how a deal went for its player, and how that compares with all others.

    ``other`` is the number of another deal that is open.
    """
    table_info = _table_info(moment.deal, user_id)
    ended = end_of_round(moment.events)
    alone = moment.deal.seats == 1
    parts: list[Part] = [
        in_lines(
            "### " + deal_title(moment.deal.day, moment.deal.game, say),
            news(moment.events, table_info, say, me=ME),
            "" if ended is None else how_it_ended(ended, table_info, say, counted=not alone),
            lead(result, say),
            compared(result, say),
            marks(result, say),
            days_in_a_row(result.streak, say),
            describe_earned(result.earned, say),
        )
    ]
    if ended is None:
        parts.append(_picture(moment, say))
    else:
        parts.append(round_picture(ended, say, PICTURE))
        parts.append("\n".join(f"-# {text}" for text in arithmetic(ended, table_info, say)))
    if picture := results_picture(result, say):
        parts += [picture, f"-# {say(_ALONE if alone else _AHEAD)}"]
    buttons = [Button(custom_ids.feature(DAILY, f"{SHARE}:{moment.deal.number}"), say("Share"))]
    if moment.is_closed:
        buttons.append(verify_deal_button(moment.deal.number, say))
    if other is not None:
        buttons.append(open_button(other, say("Play deal {number}", number=other)))
    return Screen(tuple(filter(None, parts)), (tuple(buttons),))


def daily_share_screen(
    result: DailyResult, say: Words, *, elsewhere: bool, here: bool = True, note: str = ""
) -> Screen:
    """Offer a result to its player: as text to copy, to be posted here, or in another channel.

    ``elsewhere``: there are other channels. ``here``: others would see it here. ``note`` says what
    was just done.
    """
    number = result.deal.number
    offer = say("Copy this to post it wherever you like. It gives nothing away about the deal.")
    copied = f"```\n{share_text(result, say)}\n```"
    button = Button(custom_ids.feature(DAILY, f"{POST}:{number}"), say("Post it here"))
    screen = Screen(tuple(filter(None, (note, offer, copied))), ((button,),) if here else ())
    menu = custom_ids.feature(DAILY, f"{SHARE}:{number}")
    return offer_channels(screen, menu, say) if elsewhere else screen


def shared_daily_screen(result: DailyResult, who: UserId, say: Words) -> Screen:
    """Return a result as everybody sees it: without bones, since others have yet to play."""
    by = say("Shared by {who}", who=f"<@{who}>")
    play = open_button(result.deal.number, say("Play this deal"))
    return Screen((share_text(result, say), f"-# {by}"), ((play,),))


def share_text(result: DailyResult, say: Words) -> str:
    beaten = ""
    if result.beaten is not None:
        beaten = say.percent(result.beaten)
    elif result.par is not None:
        # Translators: “78 % of strong computers did worse”, in one line with other results.
        beaten = say("{share} of computers", share=say.percent(result.par))
    signs = "".join(SIGNS[each] for each in result.attempt.marks if result.attempt.counts)
    return " · ".join(
        filter(
            None,
            (say("Boneyard"), deal_title(result.deal.day, result.deal.game, say), beaten, signs),
        )
    )


def days_in_a_row(length: int, say: Words) -> str:
    return say.count("🔥 Streak: {n} day", "🔥 Streak: {n} days", length) if length else ""


def lead(result: DailyResult, say: Words) -> str:
    """Say what results are compared by: the lead of the player, or what is left over alone."""
    score = result.attempt.score or 0
    if result.deal.seats == 1:
        return say.count("You left **{n} bone** over.", "You left **{n} bones** over.", -score)
    if score == 0:
        return say("You finished **level** with the best of the others.")
    if score > 0:
        return say.count(
            "You finished **{n} point ahead**.", "You finished **{n} points ahead**.", score
        )
    return say.count(
        "You finished **{n} point behind**.", "You finished **{n} points behind**.", -score
    )


def compared(result: DailyResult, say: Words) -> str:
    """Say how many players and strong computers did worse."""
    others, lines = result.everybody.count - 1, list[str]()
    if not result.attempt.counts:
        lines.append(say("You finished after the deal had closed, so it doesn't count."))
    elif result.beaten is None:
        lines.append(say("You are the first to finish this deal."))
    elif others == 1:
        lines.append(say(_OTHER[round(2 * result.beaten)]))
    else:
        share = say.percent(result.beaten)
        lines.append(say("You beat **{share}** of {n} other players.", share=share, n=others))
    if result.par is not None:
        told = say(
            "You beat **{share}** of {n} strong computers in your place.",
            share=say.percent(result.par),
            n=len(result.deal.par),
        )
        equal = say("Equal results count half.")
        lines += [told, f"-# {equal}"]
    return "\n".join(lines)


def marks(result: DailyResult, say: Words) -> str:
    signs = "".join(SIGNS[each] for each in result.attempt.marks)
    if not signs:
        return ""
    legend = say("🟩 best, 🟨 nearly, 🟥 costly. A move without a choice has no mark.")
    return say.labelled(say("Your choices"), signs) + f"\n-# {legend}"


def about_deal(deal: Deal, say: Words, *, closed: bool = False) -> str:
    """Say what a deal is, until when it counts, and what proves that nobody changes it."""
    told = (
        N_("This deal closed on {time}. You can play it, but it doesn't count.")
        if closed
        else N_("One short game, the same for everybody. It counts until {time}.")
    )
    about = say(told, time=at_moment(deal.closes_at, "f"))
    fingerprint = say("Fingerprint of the shuffle: `{hash}`", hash=deal.commitment[:16])
    return f"-# {about}\n-# {fingerprint}"


def _table_info(deal: Deal, user_id: UserId) -> TableInfo:
    return own_table(game(deal.game).info, deal.options, deal.seats, user_id)


def _picture(moment: DailyMoment, say: Words) -> Picture:
    return own_picture(game(moment.deal.game).info, moment.seen, moment.events, say, PICTURE)
