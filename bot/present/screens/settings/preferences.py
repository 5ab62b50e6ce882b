"""A person's preferences, and the menus to change them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from zoneinfo import ZoneInfo

from bot.engine.translatable import N_
from bot.model.preferences import InvitationPreference, MessagePreference, Preferences
from bot.present import custom_ids
from bot.present.custom_ids import OwnMenu
from bot.present.i18n import Words, moment
from bot.present.input.time_of_day import formatted_time
from bot.present.screen import Entry, Menu, Screen, in_lines
from bot.present.screens.settings.menus import bone_entries, felt_entries, language_entries, preview

MESSAGES = {
    MessagePreference.ON.value: N_("hand, reminders"),
    MessagePreference.REMINDERS.value: N_("reminders only"),
    MessagePreference.OFF.value: N_("none"),
}
FORCED = {"off": N_("by hand"), "on": N_("automatically")}
INVITATIONS = {
    InvitationPreference.CHANNEL.value: N_("in the channel"),
    InvitationPreference.DM.value: N_("by DM"),
    InvitationPreference.OFF.value: N_("don't notify me"),
}
LISTED = {"yes": N_("yes"), "no": N_("no")}
HOURS = ((22, 7), (23, 7), (23, 8), (0, 8))
"""Quiet hours offered in the menu; any others are typed."""
HOLIDAYS = (1, 2, 3, 5, 7, 10, 14)
"""The lengths of holiday offered in the menu, in days."""


@dataclass(frozen=True, slots=True)
class PersonalSettings:
    preferences: Preferences
    now: datetime
    away_until: datetime | None
    """The end of their current holiday; ``None`` if they are not away."""
    days_left: int
    """The number of days of holiday that could begin now."""


def preferences_screen(own: PersonalSettings, say: Words, told: str = "", shown: int = 0) -> Screen:
    """Show a menu for each preference, below a sentence that explains it.

    ``told``, such as why something was refused, is right above the menus of times, which need it.
    For ``shown``, see :func:`~bot.present.custom_ids.repeatable`.
    """
    title, scope = say("Your preferences"), say("They apply in every server.")
    head = in_lines(f"### {title}", f"-# {scope}", told)
    chosen = own.preferences
    forced, listed = "on" if chosen.autoplay else "off", "yes" if chosen.listed else "no"
    label = partial(say.labelled, say("Language"))
    languages = language_entries(chosen.language, say("as in your Discord"), label)
    menus = (
        _menu(OwnMenu.QUIET, say("Quiet hours"), _hours(own, say, shown), _quiet(own, say)),
        _menu(OwnMenu.HOLIDAY, say("Holiday"), _holidays(own, say), _holiday(own, say)),
        _messages(chosen, say, shown),
        _choice(OwnMenu.INVITATIONS, INVITATIONS, chosen.invitations.value, say),
        _choice(OwnMenu.FORCED, FORCED, forced, say),
        _choice(OwnMenu.LISTED, LISTED, listed, say),
        _menu(OwnMenu.LANGUAGE, say("Language"), languages, say(_LANGUAGE)),
    )
    in_server = say("as in the server")
    felts = felt_entries(chosen.theme.felt, say, in_server)
    sets = bone_entries(chosen.theme.bones, say, in_server)
    themes = (
        _menu(OwnMenu.FELT, say("Felt"), felts, say(_THEME)),
        _menu(OwnMenu.BONES, say("Bones"), sets),
    )
    return Screen((head, preview(say)), themes, top_rows=menus)


def hours_value(begins: int, ends: int) -> str:
    """Return the menu value for these quiet hours, both given in minutes after midnight."""
    return f"{begins}-{ends}"


OFFERED: Mapping[str, tuple[int, int]] = {
    hours_value(60 * begins, 60 * ends): (60 * begins, 60 * ends) for begins, ends in HOURS
}
"""The quiet hours offered, in minutes after midnight, by menu value."""


# What the preferences do.


_LANGUAGE = N_(
    "For everything that only you see. Messages in channels are in the server's language."
)
_THEME = N_("For pictures that only you see, such as your hand. Tables look as the server's do.")
_CHOICES = {
    OwnMenu.MESSAGES: (
        N_("Messages"),
        N_(
            "What I send you by DM; you're pinged in the channel as well. With a daily digest, you"
            " get neither where a move may take a day: just the digest, and a last reminder."
        ),
    ),
    OwnMenu.INVITATIONS: (
        N_("Invitations"),
        N_("How you hear of it when somebody invites you to a table. They aren't told."),
    ),
    OwnMenu.FORCED: (
        N_("Forced moves"),
        N_(
            "When you have only one legal move, I can play it for you after a random delay (up to 3"
            " minutes). Nobody is told, but the timing may give it away."
        ),
    ),
    OwnMenu.LISTED: (
        N_("Public profile"),
        N_(
            "Covers your profile, and whether you appear in rankings, on podiums and in the"
            " profiles of people you've played with."
        ),
    ),
}
"""The name of a menu, and what it is about."""


def _quiet(own: PersonalSettings, say: Words) -> str:
    """Say what quiet hours do, and which are set: a closed menu may be too narrow for them."""
    quiet = own.preferences.quiet
    if quiet is None:
        return say(
            "During quiet hours you get no reminders, and you can't time out in matches with a day"
            " or more per move."
        )
    there = own.now.astimezone(ZoneInfo(quiet.zone))
    hours = _span(quiet.begins, quiet.ends, say)
    line = say.labelled_in_bold(say("Quiet hours"), hours)
    now = say(
        "It's {there} in {zone} now, and {here} on your own clock. During quiet hours you get no"
        " reminders, and you can't time out in matches with a day or more per move.",
        zone=quiet.zone.replace("_", " "),
        there=formatted_time(60 * there.hour + there.minute, say),
        here=moment(there, "t"),
    )
    return f"{line}\n-# {now}"


def _holiday(own: PersonalSettings, say: Words) -> str:
    """Say how long a holiday still lasts, how many days are left, and what a holiday does."""
    days, away = own.days_left, ""
    if own.away_until is None:
        left = say.count(
            "You have {n} day of holiday left (counted over 365 days).",
            "You have {n} days of holiday left (counted over 365 days).",
            days,
        )
    else:
        until = say("until {when}", when=moment(own.away_until, "f"))
        line = say.labelled_in_bold(say("Holiday"), until)
        away = f"{line}\n-# "
        left = say.count(
            "You have {n} day of holiday left (counted over 365 days), including the rest of this"
            " one.",
            "You have {n} days of holiday left (counted over 365 days), including the rest of this"
            " one.",
            days,
        )
    hint = say(
        "While you're away, your clock is paused in matches with a day or more per move, and the"
        " table says so."
    )
    return f"{away}{say.in_a_row((left, hint))}"


def _span(begins: int, ends: int, say: Words) -> str:
    return say("{begin}–{end}", begin=formatted_time(begins, say), end=formatted_time(ends, say))


# The menus. A closed menu shows nothing but the chosen entry, so each entry names its topic.


def _menu(verb: OwnMenu, name: str, entries: tuple[Entry, ...], hint: str = "") -> Menu:
    """Return a menu below a hint, whose first line is small unless it is a heading."""
    title = hint if not hint or hint.startswith("**") else f"-# {hint}"
    return Menu(custom_ids.own_menu(verb), name, entries, title)


def _choice(verb: OwnMenu, values: Mapping[str, str], chosen: str, say: Words) -> Menu:
    name, hint = map(say, _CHOICES[verb])
    entries = tuple(
        Entry(value, say.labelled(name, say(text)), chosen=value == chosen)
        for value, text in values.items()
    )
    return _menu(verb, name, entries, hint)


def _messages(own: Preferences, say: Words, shown: int) -> Menu:
    """Offer the messages and, before the last choice, the digest: its hour is asked for."""
    menu = _choice(OwnMenu.MESSAGES, MESSAGES, own.messages.value, say)
    digest, name = MessagePreference.DIGEST.value, say("Messages")
    asks = custom_ids.repeatable(digest, shown)
    entries: tuple[Entry, ...]
    if (at := own.digest_time) is None:
        entries = (Entry(asks, say.labelled(name, say("daily digest"))),)
    else:
        when = say("daily digest at {time}", time=formatted_time(at.minute, say))
        # A closed menu may be too narrow for the time.
        menu = replace(menu, title=f"{say.labelled_in_bold(name, when)}\n{menu.title}")
        entries = (
            Entry(digest, say.labelled(name, when), chosen=True),
            Entry(asks, say("Another hour or time zone…")),
        )
    return replace(menu, entries=(*menu.entries[:-1], *entries, menu.entries[-1]))


def _hours(own: PersonalSettings, say: Words, shown: int) -> tuple[Entry, ...]:
    name = say("Quiet hours")
    quiet = own.preferences.quiet
    now = None if quiet is None else (quiet.begins, quiet.ends)
    offered = {**OFFERED, **({hours_value(*now): now} if now else {})}
    return (
        Entry(custom_ids.NONE, say.labelled(name, say("not set")), chosen=now is None),
        *(
            Entry(value, say.labelled(name, _span(*hours, say)), chosen=hours == now)
            for value, hours in offered.items()
        ),
        Entry(custom_ids.repeatable(custom_ids.OTHER, shown), say("Other hours or time zone…")),
    )


def _holidays(own: PersonalSettings, say: Words) -> tuple[Entry, ...]:
    away = own.away_until is not None
    name = say("Holiday")
    now = say("away now") if away else say("not away")
    end = (Entry(custom_ids.END, say.labelled(name, say("end now"))),) if away else ()
    lasting = {
        number: say.count("{n} day, starting now", "{n} days, starting now", number)
        for number in HOLIDAYS
        if number <= own.days_left
    }
    days = (Entry(str(number), say.labelled(name, text)) for number, text in lasting.items())
    return (Entry(custom_ids.NONE, say.labelled(name, now), chosen=True), *end, *days)
