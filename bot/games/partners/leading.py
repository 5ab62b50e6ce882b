"""Who leads the rounds after the first."""

from bot.engine.seating import right_of
from bot.games.common.events import LeadReason
from bot.games.connecting.leading import DealtHands, Lead, Leading, Void

WINNER, TO_THE_RIGHT, AS_FIRST = "winner", "rotate-right", "six-six"


def later_lead(first: Leading, deal: DealtHands) -> Lead | Void:
    """Let whoever won the last round lead, by default, and ``first`` decide the first round.

    The seat that led a round that nobody won leads again (PART-3, BORI-2, CUBA-4, BRAZ-2).
    """
    setup, previous = deal.setup, deal.setup.previous
    custom = setup.options.get("nextLead", WINNER)
    if previous is None or previous.leader is None or custom == AS_FIRST:
        return first(deal)
    if custom == TO_THE_RIGHT:
        return Lead(right_of(setup.seats, previous.leader), LeadReason.NEXT_RIGHT)
    if previous.decider is None:
        return Lead(previous.leader, LeadReason.NOBODY_WON)
    return Lead(previous.decider, LeadReason.WON)
