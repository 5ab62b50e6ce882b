"""A publisher that posts nothing, for measuring the service alone."""

from collections.abc import Sequence

from bot.model.daily import DailyPost
from bot.model.match import Match, MatchId, UserId
from bot.model.preferences import PlayerSettings
from bot.model.scores import Podium
from bot.model.updates import PublicMove, Update


class SilentPublisher:
    """A publisher that shows nothing."""

    async def post_round(self, match: Match, chapter: Sequence[PublicMove]) -> None:
        """Do nothing at the end of a round."""

    async def update_quietly(self, update: Update) -> None:
        """Do nothing as long as nobody is called."""

    async def remind(self, update: Update, user: UserId) -> None:
        """Do nothing: nobody is reminded."""

    async def send_digest(
        self, user: UserId, settings: PlayerSettings, waiting: Sequence[MatchId], token: str
    ) -> None:
        """Send nothing."""

    async def post_podium(self, podium: Podium) -> None:
        """Do nothing: no week ends."""

    async def post_daily(self, post: DailyPost) -> None:
        """Do nothing: no server wants it."""

    async def call_by_dm(self, *_: object) -> bool:
        """Return ``False``: nobody is called."""
        return False

    async def call_in_channel(self, *_: object) -> None:
        """Do nothing: nobody is called."""

    def has_open_hands(self, match_id: int) -> bool:
        """Return ``False``: there are no hands."""
        del match_id
        return False

    def refresh_hands(self, update: Update) -> None:
        """Do nothing: there are no hands."""

    async def forget(self, user: UserId) -> None:
        """Do nothing: nobody is remembered."""

    async def post(self, update: Update) -> None:
        """Do nothing for a table."""
