"""Messages that show matches, as the store keeps them."""

from dataclasses import dataclass

from bot.engine.contract import Seat
from bot.model.match import UserId


@dataclass(frozen=True, slots=True)
class MessageRecord:
    """A message from the bot that shows a match, in its channel or to one person."""

    channel_id: int
    message_id: int
    user_id: UserId | None = None
    """The person whose direct message it is; ``None`` for a message in the channel."""
    version: int = 0
    """The version of the match that it shows; negative if that is not known to have arrived."""
    ply: int = 0
    """The length of the log that it shows; 0 for a lobby."""
    since: int = 0
    """The first ply whose events it shows."""
    called: tuple[Seat, ...] = ()
    """Seats that are to move and know it, because this message or an earlier one told them."""

    @property
    def is_promised(self) -> bool:
        """Return whether it may not have arrived: a DM being sent, or an answer still empty."""
        return self.version < 0
