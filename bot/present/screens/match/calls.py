"""Calls to people who aren't at the table, and the invitations that lead to some of them."""

from collections.abc import Collection

from bot.present import custom_ids
from bot.present.custom_ids import LobbyVerb
from bot.present.i18n import Words
from bot.present.screen import Button, PeopleMenu, Screen, Tone
from bot.present.text.seats import TableInfo


def invite_screen(match_id: int, most: int, say: Words) -> Screen:
    """Ask whom to invite, up to ``most`` people."""
    text = say("Who should join you? I'll notify everybody once, in this channel or by DM.")
    menu = PeopleMenu(custom_ids.invitation(match_id), say("Choose people"), most=most)
    return Screen((text,), (menu,))


def invited_screen(new: Collection[int], again: Collection[int], say: Words) -> Screen:
    """Say who was invited; people who want no calls are not told apart from the others."""
    told = []
    if new:
        who = say.listed(f"<@{user}>" for user in new)
        text = say("You've invited {who}. I'll notify everybody who accepts invitations.", who=who)
        told.append(text)
    if again:
        who = say.listed(f"<@{user}>" for user in again)
        told.append(say("Already invited to this table, and not notified again: {who}.", who=who))
    return Screen(("\n".join(told),))


def invitation_dm(table_info: TableInfo, invited_by: int | None, say: Words, url: str) -> Screen:
    """Invite somebody to a lobby; they join there."""
    return Screen((_invitation(table_info, invited_by, say, url),))


def invitation_at_table(
    table_info: TableInfo, users: Collection[int], invited_by: int | None, say: Words, url: str
) -> Screen:
    """Invite people to a lobby in its channel, with a ping."""
    text = _invitation(table_info, invited_by, say, url)
    join = custom_ids.lobby(table_info.match_id, LobbyVerb.JOIN)
    return Screen((text,), ((Button(join, say("Join"), Tone.MAIN),),), ping=tuple(users))


def _invitation(table_info: TableInfo, invited_by: int | None, say: Words, url: str) -> str:
    game, who = say(table_info.info.name), f"<@{invited_by}>"
    text = (
        say("📨 You're invited to a table of **{game}**.", game=game)
        if invited_by is None
        else say("📨 {who} has invited you to a table of **{game}**.", who=who, game=game)
    )
    label = say("Go to the table")
    return f"{text}\n-# [{label}]({url})"


def goes_on_dm(table_info: TableInfo, say: Words, url: str) -> Screen:
    """Tell somebody who watches a match that it goes on, and offer to stop that."""
    stop = custom_ids.watch(table_info.match_id, goes_on=False, ends=False)
    return Screen((_goes_on(table_info, say, url),), ((Button(stop, say("No more reminders")),),))


def goes_on_at_table(table_info: TableInfo, users: Collection[int], say: Words, url: str) -> Screen:
    """Tell people who watch a match that it goes on, in its channel."""
    hint = say("-# Press ⋯ below the table to change your reminders.")
    return Screen((f"{_goes_on(table_info, say, url)}\n{hint}",), ping=tuple(users))


def _goes_on(table_info: TableInfo, say: Words, url: str) -> str:
    game = f"[{say(table_info.info.name)}]({url})"
    return say("🔔 {game} goes on: somebody has moved after a long pause.", game=game)


def ended_screen(
    table_info: TableInfo, say: Words, url: str, users: Collection[int] = ()
) -> Screen:
    """Tell people who watched a match that it has ended, with a ping for ``users``."""
    game = f"[{say(table_info.info.name)}]({url})"
    if table_info.close_reason is None:
        text = say("🔔 The match you watched is over: {game}", game=game)
    else:
        text = say("🔔 The match you watched was cancelled: {game}", game=game)
    return Screen((text,), ping=tuple(users))
