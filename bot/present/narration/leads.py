"""Tell who leads a round, and why."""

from collections.abc import Callable, Iterator, Sequence

from bot.engine.contract import Event
from bot.engine.translatable import N_
from bot.games.common.events import LeadReason, Leads
from bot.present.i18n import Words
from bot.present.text.seats import TableInfo

_REASONS = {
    LeadReason.LOT: N_("the leader was picked at random"),
    LeadReason.HIGHEST_LOT: N_("whoever drew the highest bone leads"),
    LeadReason.WON: N_("the winner of the last round leads"),
    LeadReason.HIGHEST_DOUBLE: N_("the highest double leads"),
    LeadReason.HOLDS: N_("the highest double leads"),
    LeadReason.NEXT_DOUBLE: N_("the next player with a double leads"),
    LeadReason.NEXT_LEFT: N_("the lead passes to the left"),
    LeadReason.NEXT_RIGHT: N_("the lead passes to the right"),
    LeadReason.FEWEST_PIPS: N_("whoever showed the fewest pips leads"),
    LeadReason.FEWEST_PIPS_JOINED_FIRST: N_(
        "with a tie for the fewest pips, whoever joined first leads"
    ),
}


def leads(event: Leads, table_info: TableInfo, say: Words, *, mine: bool) -> str:
    """Say who leads and why, with the bone if no other may be led."""
    bone = f"**{event.bones[0].code}**" if len(event.bones) == 1 else ""
    if bone:
        text = N_("You lead with {bone}") if mine else N_("{who} leads with {bone}")
    else:
        text = N_("You lead") if mine else N_("{who} leads")
    told = say(text, who=table_info.name(event.seat, say), bone=bone)
    return with_reason(told, event.reason, say)


def with_reason(told: str, reason: LeadReason | None, say: Words) -> str:
    """Add the reason to a sentence that says who leads, or what they led."""
    if reason is None:
        return told
    # Translators: “Ana led 6-2 (the leader was picked at random)”. Every reason is about who leads.
    return say("{told} ({reason})", told=told, reason=_REASONS[reason])


def with_reasons(
    events: Sequence[Event], is_lead: Callable[[Event], bool]
) -> Iterator[tuple[Event, LeadReason | None]]:
    """Yield the events, each lead with its reason; the event that announced it is left out."""
    reason = None
    for at, event in enumerate(events):
        if isinstance(event, Leads) and any(map(is_lead, events[at:])):
            reason = event.reason
        elif is_lead(event):
            yield event, reason
            reason = None
        else:
            yield event, None
