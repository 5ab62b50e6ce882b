"""A direct message about a match that is about to be sent."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.model.match import Match, UserId
from bot.present.screen import Screen

DmContent = Callable[[str], Screen]
"""Makes a DM from the link to the table."""


@dataclass(frozen=True, slots=True)
class OutgoingDm:
    match: Match
    user: UserId
    content: DmContent
    once: bool = True
    """Skip it if there is one about this version, as when a match is shown again after a crash;
    only a reminder is sent all the same."""
    stays_true: bool = False
    """Send it as long as a computer holds the person's seat, even if moves were made meanwhile, as
    when it is tried again after an outage. By default it isn't sent then: it shows moves that can't
    be made any more."""
    asks: bool = True
    """It asks the person to do something, and is edited once they can't any more."""
