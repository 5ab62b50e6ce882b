"""The interface of the publisher, and the reasons why something cannot be shown."""

from collections.abc import Collection, Sequence
from typing import Protocol

from bot.model.calls import Call
from bot.model.daily import DailyPost
from bot.model.match import Match, MatchId, UserId
from bot.model.preferences import PlayerSettings
from bot.model.scores import Podium
from bot.model.updates import PublicMove, Update


class PublishFailed(Exception):
    """The update could not be shown; it stays pending and will be retried."""

    def __init__(
        self, *args: object, retry_after: float = 0.0, is_for_everything: bool = False
    ) -> None:
        """Don't try it for ``retry_after`` seconds, nor anything else if ``is_for_everything``."""
        super().__init__(*args)
        self.retry_after = retry_after
        self.is_for_everything = is_for_everything


class ChannelGone(PublishFailed):
    """The channel where the match is played does not exist any more."""


class PostingForbidden(PublishFailed):
    """The bot may not post there; a retry helps only once somebody has allowed it."""


class ServerLeft(PostingForbidden):
    """The match is played in a server that the bot is not in any more."""


class PersonGone(Exception):
    """The person is not in the server of the match any more."""


class Publisher(Protocol):
    """Shows matches to people.

    Raises :class:`PublishFailed` when the channel could not be reached, :class:`PostingForbidden`
    while the bot may not post there, and :class:`ChannelGone` when the channel does not exist any
    more.
    """

    async def post_round(self, match: Match, chapter: Sequence[PublicMove]) -> None:
        """Show the end of a round; ``chapter`` has the moves up to it, the end included."""

    async def post(self, update: Update) -> None:
        """Show the lobby, the table, or the result of the match."""

    async def update_quietly(self, update: Update) -> None:
        """Show what has happened where that calls nobody: in open hands, at an open table."""

    async def remind(self, update: Update, user: UserId) -> None:
        """Remind a person that the table waits for them; raises :class:`PersonGone`."""

    async def call_by_dm(
        self, match: Match, user: UserId, settings: PlayerSettings, call: Call
    ) -> bool:
        """Call a person who isn't at the table by DM; return whether it reached them.

        Raises :class:`PersonGone`.
        """

    async def call_in_channel(self, match: Match, users: Collection[UserId], call: Call) -> None:
        """Mention people in the match's channel, all in one message."""

    async def send_digest(
        self, user: UserId, settings: PlayerSettings, waiting: Sequence[MatchId], token: str
    ) -> None:
        """Tell a person by DM of the matches that wait for them, if they accept DMs at all.

        ``token`` identifies it, as that of a :class:`~bot.model.calls.Call`.
        """

    def has_open_hands(self, match_id: MatchId) -> bool:
        """Return whether this process can refresh a hand in that match."""

    def refresh_hands(self, update: Update) -> None:
        """Refresh the open hands of a match that another process has changed."""

    async def forget(self, user: UserId) -> None:
        """Forget a person whose data was deleted, and close their open hands."""

    async def post_podium(self, podium: Podium) -> None: ...

    async def post_daily(self, post: DailyPost) -> None: ...
