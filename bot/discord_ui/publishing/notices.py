"""Notices for people whose table was deleted or cannot be shown."""

from functools import partial

from bot.discord_ui.adapters import info_of
from bot.discord_ui.publishing.direct_messages import DirectMessages
from bot.discord_ui.publishing.hand_delivery import HandDelivery
from bot.model.match import Match
from bot.model.preferences import MessagePreference
from bot.model.updates import Update
from bot.present.i18n import Words
from bot.present.screen import Screen, note


async def send_channel_deleted(
    update: Update, hand_delivery: HandDelivery, direct_messages: DirectMessages
) -> None:
    """Tell people by DM, unless they want none, that their match's channel was deleted."""
    match = update.match
    for user, settings in update.player_settings.items():
        if settings.preferences.messages is MessagePreference.OFF:
            continue
        say = hand_delivery.words_for(update, user)
        text = say(
            "Your {game} match was cancelled because its channel was deleted.",
            game=info_of(match).name,
        )
        await direct_messages.send(match, user, partial(_unlinked, note(text)), asks=False)


def cannot_post_text(match: Match, say: Words) -> str:
    """Return the sentence that tells a player why the table does not show their move."""
    return say(
        "I can't post in {channel} right now. I'll post the table as soon as I can.",
        channel=f"<#{match.channel_id}>",
    )


def _unlinked(screen: Screen, url: str) -> Screen:
    """Return the screen without the link: there is no table left to link to."""
    del url
    return screen
