"""Tell who leads a round, and why."""

from collections.abc import Callable, Iterator, Sequence

from bot.engine.contract import Event
from bot.engine.translatable import N_
from bot.games.common.events import LeadReason, Leads
from bot.present.i18n import Words
from bot.present.text.seats import TableInfo

_REASONS = {
    LeadReason.LOT: N_("picked at random"),
    LeadReason.HIGHEST_LOT: N_("having drawn the highest bone"),
    LeadReason.WON: N_("as the winner of the last round"),
    LeadReason.HIGHEST_DOUBLE: N_("the highest double"),
    LeadReason.HOLDS: N_("the highest double"),
    LeadReason.NEXT_DOUBLE: N_("next in turn with a double"),
    LeadReason.NEXT_LEFT: N_("sitting to the left of the last leader"),
    LeadReason.NEXT_RIGHT: N_("sitting to the right of the last leader"),
    LeadReason.FEWEST_PIPS: N_("having shown the fewest pips"),
    LeadReason.FEWEST_PIPS_JOINED_FIRST: N_("tied for the fewest pips, but first to join"),
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
    # Translators: “Ana led 6-6, the highest double”, “Ana leads, as the winner of the last round”.
    return say("{told}, {reason}", told=told, reason=_REASONS[reason])


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
