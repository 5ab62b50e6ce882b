"""Tables in somebody's DM with the bot, opened from a place where the bot is only a guest."""

from contextlib import suppress

from bot.discord_ui.base_client import Interaction
from bot.discord_ui.errors import NoOpenDm
from bot.discord_ui.faults import FAULTS
from bot.discord_ui.interactions.response import Reply
from bot.discord_ui.publishing.message_records import link_to
from bot.model.errors import MatchHere, NoSuchMatch
from bot.model.match import Match
from bot.present.screen import note
from bot.service.lobby.new_match import MatchPlace
from bot.service.play.loaded_match import info_of
from bot.service.ports.faults import StoreFault


async def open_in_dm(click: Interaction, reply: Reply, key: str) -> None:
    """Open a lobby in the person's DM, and say where it is in place of the clicked message.

    ``key`` is that of a game or of a preset (:mod:`bot.games.names`).
    """
    match, is_new = await reply.defer_if_slow(_opened(click, key), replacing=True)
    store, say = click.client.service.store, reply.say
    places = {"game": info_of(match).name, "where": await link_to(store, match)}
    if is_new:
        # Translators: {game} is the name of a game, {where} the address that the link leads to.
        text = say("Your table of {game} is open in [our DM]({where}).", **places)
    else:
        # Translators: {game} is the name of a game, {where} the address that the link leads to.
        text = say("There's already [a table of {game}]({where}) in our DM.", **places)
    await reply.replace(note(text))


async def _opened(click: Interaction, key: str) -> tuple[Match, bool]:
    """Return the match in the person's DM, and whether it was opened just now."""
    service, user = click.client.service, click.user.id
    try:
        channel = await click.user.create_dm()
    except FAULTS:
        raise NoOpenDm from None
    try:
        place = MatchPlace(None, channel.id)
        match = await service.lobbies.open(key, place, user, str(click.id))
    except MatchHere as refusal:
        here = await service.store.match(refusal.match_id)
        if here is None:
            raise NoSuchMatch from None
        return here, False
    with suppress(StoreFault):
        await click.client.languages.save_locale(user)
    service.attend(match.id)
    return match, True
