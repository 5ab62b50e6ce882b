"""The data stored about a person: described, exported as a file, or deleted."""

import json
from datetime import UTC, datetime

from bot.model.privacy import Holdings, PersonalData
from bot.present import custom_ids
from bot.present.i18n import Words
from bot.present.screen import Button, Document, Screen, Tone

FEATURE = "privacy"
SHOW, EXPORT, ASK, DELETE, KEEP = "show", "export", "ask", "delete", "keep"
"""The actions of its buttons, always for the person who presses them."""
FILE = "boneyard-export.json"
MAX_EXPORT = 8_000_000
"""The most bytes of a file; Discord accepts 10 MiB."""


def privacy_screen(holdings: Holdings, say: Words, docs_url: str | None = None) -> Screen:
    """Say what is stored, with a link below ``docs_url`` (no slash at its end) or to the source."""
    numbers = (
        say.count("{n} match", "{n} matches", holdings.matches),
        say.count("{n} rating", "{n} ratings", holdings.ratings),
        say.count("{n} achievement", "{n} achievements", holdings.achievements),
        say.count("{n} deal of the day", "{n} deals of the day", holdings.daily_deals),
        say.count("{n} puzzle", "{n} puzzles", holdings.puzzles),
        say.count("{n} holiday", "{n} holidays", holdings.holidays),
        say("preferences") if holdings.preferences else say("no preferences set"),
        say.count("{n} DM showing a table", "{n} DMs showing a table", holdings.messages),
        say.count("{n} match you watch", "{n} matches you watch", holdings.watched),
        say.count("{n} invitation", "{n} invitations", holdings.invitations),
    )
    kept = say(
        "Your Discord ID; your seats, moves and results in matches; your moves and results in deals"
        " of the day; your answers to puzzles, and whether you liked them;"
        " the ratings, rankings and achievements that follow from them; your"
        " /preferences and holidays; the language of your Discord; which of my DMs show you a"
        " table; which matches I remind you of; and who was invited to a lobby by whom."
    )
    never = say(
        "Your name, your picture, your messages, your friends, or anything else you do on Discord."
    )
    hand = say(
        "No other player sees it until the round is over. Whoever runs me could work it out from"
        " the database."
    )
    page = say(
        "-# What I store, who sees it, and how to delete it: see docs/privacy.md in my source code."
    )
    if docs_url is not None:
        page = say(
            "-# [What I store, who sees it, and how to delete it]({url})",
            url=f"{docs_url}/privacy.md",
        )
    parts = (
        "### " + say("What I store about you") + f"\n{' · '.join(numbers)}",
        say.labelled_in_bold(say("What I store"), kept),
        say.labelled_in_bold(say("What I never store"), never),
        say.labelled_in_bold(say("Your hand"), hand),
        page,
    )
    buttons = (_button(EXPORT, say("Export"), Tone.MAIN), _button(ASK, say("Delete…"), Tone.BAD))
    return Screen(parts, (buttons,))


def privacy_button(say: Words) -> Button:
    return _button(SHOW, say("Privacy"))


def sure_screen(say: Words) -> Screen:
    """Say exactly what a deletion removes and what it leaves, and ask for confirmation."""
    gone = say(
        "Your deals of the day, answers to puzzles, ratings, rankings, achievements, preferences,"
        " holidays, language and invitations;"
        " your reminders of matches you watch; every match that no other person played in;"
        " and those of my DMs that show you a table, if I can still find them."
        " You leave every table right away."
    )
    stays = say(
        "Matches with other people, because they are theirs, too. Your moves stay in them, but your"
        " seat no longer has your Discord ID. Messages in channels stay as they are, and so do"
        " backups of the database."
    )
    parts = (
        "### " + say("Delete everything about you?"),
        say.labelled_in_bold(say("Deleted"), gone),
        say.labelled_in_bold(say("Kept"), stays),
        say("This can't be undone. You can play again right away, as a new player."),
    )
    buttons = (
        _button(DELETE, say("Delete everything"), Tone.BAD),
        _button(KEEP, say("Keep everything")),
    )
    return Screen(parts, (buttons,))


def deleted_screen(matches: int, seats: int, say: Words) -> Screen:
    told = say.count(
        "{n} match that only you played in was deleted.",
        "{n} matches that only you played in were deleted.",
        matches,
    )
    others = say.count(
        "You were removed from {n} shared match.",
        "You were removed from {n} shared matches.",
        seats,
    )
    title = "### " + say("Everything I stored about you has been deleted")
    counts = "\n".join(text for text, n in ((told, matches), (others, seats)) if n)
    thanks = say("Thank you for playing. Come back any time!")
    return Screen(tuple(filter(None, (title, counts, thanks))))


def export_screen(data: PersonalData, at: datetime, say: Words) -> Screen:
    """Return the file. Takes long if there is much data: call it off the event loop."""
    file, left_out = _spelled(data, at)
    text = say("Here's everything I store about you, as a file that any text editor can open.")
    told = (
        say("The file would have been too large, so parts of your oldest matches are left out."),
    )
    return Screen((text, *(told if left_out else ()), Document(file, FILE)))


def _button(verb: str, label: str, tone: Tone = Tone.PLAIN) -> Button:
    return Button(custom_ids.feature(FEATURE, verb), label, tone)


# The file: JSON with one row per line, so that it is small and people can read it too.

_ABOUT = (
    "Everything that Boneyard stores about one Discord user. Times are in UTC. Other people are"
    " counted, not named. Moves are written as in /move; hands, and the moves of running matches,"
    " are left out. A seat's moves include those that the clock or a computer made while the user"
    " was away."
)
_TOO_LARGE = "The file would have been too large. Of the oldest matches, "


def _spelled(data: PersonalData, at: datetime) -> tuple[bytes, bool]:
    """Return the file, and whether something was left out."""
    head = {
        "about": _ABOUT,
        "made_at": at.astimezone(UTC).isoformat(),
        "matches_in_all": data.matches,
    }
    sections = {name: [_json(row) for row in rows] for name, rows in data.rows.items()}
    fixed = sum(len(line.encode()) + 4 for lines in sections.values() for line in lines) + 2000
    played, moveless = _within(data, MAX_EXPORT - fixed)
    missing = data.matches - len(played)
    left_out = bool(moveless or missing)
    if left_out:
        head["left_out"] = f"{_TOO_LARGE}{moveless} lack their moves and {missing} are missing."
    body = [f" {_json(name)}: {_json(value)}" for name, value in head.items()]
    for name, lines in {**sections, "matches": played}.items():
        inner = ",\n".join(f"  {line}" for line in lines)
        body.append(f" {_json(name)}: [\n{inner}\n ]" if lines else f" {_json(name)}: []")
    return ("{\n" + ",\n".join(body) + "\n}\n").encode(), left_out


def _within(data: PersonalData, room: int) -> tuple[list[str], int]:
    """Return a line for each match that fits, and how many of them come without moves.

    ``room`` is in bytes. Older moves are left out before older matches.
    """
    bare = [_json(each.row) for each in data.played]
    kept = 0
    for line in bare:
        room -= len(line.encode()) + 4
        if room < 0:
            break
        kept += 1
    moveless = 0
    for nth, each in enumerate(data.played[:kept]):
        whole = _json({**each.row, "moves": each.moves})
        room -= len(whole.encode()) - len(bare[nth].encode())
        if room < 0 or nth >= len(data.played) - data.moveless:
            moveless = kept - nth
            break
        bare[nth] = whole
    return bare[:kept], moveless


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
