"""Cards: rules and help."""

from __future__ import annotations

from collections.abc import Iterable

from bot.engine.contract import GameInfo
from bot.engine.options import Option, OptionValue
from bot.engine.words import N_
from bot.present.pages import privacy_page
from bot.present.privacy import privacy_button
from bot.present.screen import Screen
from bot.present.words import Words

COMMANDS = (
    ("play", N_("Start a table in this channel")),
    ("hand", N_("Your hand and your moves")),
    ("board", N_("Show the table again")),
    ("move", N_("Play by typing")),
    ("games", N_("Your matches everywhere, those that wait for you first")),
    ("rules", N_("The rules of a game")),
    ("leave", N_("Leave the match in this channel")),
    ("rematch", N_("Play the last match of this channel once more")),
    ("leaderboard", N_("Who is first: this week, this month or of all time, here or everywhere")),
    ("profile", N_("What you have done, or somebody else has: rating, games, achievements")),
    ("history", N_("Your finished matches, and with whom you played them")),
    ("replay", N_("A finished match move by move, all hands face up")),
    ("verify", N_("Check that nobody chose the bones of a match")),
    ("preferences", N_("What you set for yourself: messages, quiet hours, holidays")),
    ("privacy", N_("What I store about you: export it, or delete it")),
    ("settings", N_("What this server's managers set: where the week's podium is posted")),
    ("help", N_("What Boneyard can do")),
)
"""The slash commands with their descriptions."""


def players(info: GameInfo) -> str:
    """How many can play: “2–4”, or “4” when it is just so many."""
    low, high = info.min_seats, info.max_seats
    return str(low) if low == high else f"{low}–{high}"


def rules_screen(info: GameInfo, say: Words) -> Screen:
    """One game's card and page, with its options."""
    head = say.count(
        "### {game} · {players} player",
        "### {game} · {players} players",
        info.max_seats,
        game=info.name,
        players=players(info),
    )
    card = "\n".join(f"> {say(line)}" for line in info.card)
    page = "\n\n".join(say(paragraph) for paragraph in info.page)
    options = "\n".join(
        f"- {say(option.help)}: "
        f"{' · '.join(_marked(option, choice, say) for choice in option.choices)}"
        for option in info.options
    )
    return Screen(tuple(filter(None, (f"{head}\n{card}", page, options))))


def help_screen(games: Iterable[GameInfo], say: Words, docs_url: str | None = None) -> Screen:
    """The commands, the games, and how a match goes."""
    commands = "\n".join(f"- `/{name}` · {say(text)}" for name, text in COMMANDS)
    listed = "\n".join(
        f"- **{info.name}** ({players(info)}): {say(info.card[0])}" for info in games
    )
    how = say(
        "Open a table with /play, let people join or add computers, and start. The Hand button at"
        " the table shows your bones to you alone and lets you play. A match goes on for as long as"
        " it takes, through restarts too. In a direct message with me, /play is for you alone or"
        " against computers."
    )
    parts = (f"### {say('Boneyard')}\n{how}", commands, listed, privacy_page(docs_url, say))
    return Screen(parts, ((privacy_button(say),),))


def _marked(option: Option, choice: OptionValue, say: Words) -> str:
    label = say(option.label(choice))
    return f"**{label}**" if choice == option.default else label
