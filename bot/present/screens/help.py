"""The help: how to play, the commands, and a menu of the games."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from bot.engine.game_info import GameInfo, Preset
from bot.engine.options import OFF
from bot.engine.translatable import N_, NC_
from bot.games import game
from bot.present import custom_ids
from bot.present.i18n import Words
from bot.present.screen import Entry, Menu, Screen, in_menus
from bot.present.screens.settings.privacy import privacy_button

DESCRIPTIONS = {
    NC_("command", "play"): N_("Open a table in this channel"),
    NC_("command", "daily"): N_("Today's deal: one short game, the same for everybody"),
    NC_("command", "puzzle"): N_("A position: which move is best?"),
    NC_("command", "learn"): N_("Learn a game in a few moves against the computer"),
    NC_("command", "hand"): N_("Your hand and your moves"),
    NC_("command", "board"): N_("Show the table again"),
    NC_("command", "move"): N_("Make a move by typing it"),
    NC_("command", "games"): N_(
        "Your open matches everywhere, and the next one that waits for you"
    ),
    NC_("command", "rules"): N_("The rules of a game"),
    NC_("command", "leave"): N_("Leave the match in this channel"),
    NC_("command", "rematch"): N_("Play your last match in this channel again"),
    NC_("command", "leaderboard"): N_(
        "Rankings for this week, this month or all time, here or everywhere"
    ),
    NC_("command", "profile"): N_("Rating, games and achievements: yours or somebody else's"),
    NC_("command", "history"): N_("Your finished matches and who you played with"),
    NC_("command", "replay"): N_(
        "Replay a match move by move; when it's over, with all hands face up"
    ),
    NC_("command", "verify"): N_("Verify that a match was shuffled fairly"),
    NC_("command", "preferences"): N_(
        "Your own settings: messages, daily digest, quiet hours, holidays"
    ),
    NC_("command", "privacy"): N_("See, export or delete what I store about you"),
    NC_("command", "settings"): N_(
        "Server settings (managers only): language, weekly podium, deal of the day"
    ),
    NC_("command", "help"): N_("What Boneyard can do"),
}
"""The description of each slash command, in the order of /help."""
DESCRIBED = ("daily", "puzzle", "learn", "games", "leaderboard", "preferences")
"""The commands that /help describes; it explains /play and only names the others."""
HELP, RULES = "help", "rules"
"""The feature's name in custom ids, and its menu of games."""


def players(info: GameInfo, say: Words) -> str:
    """Return the possible numbers of players: “2–4”, “4”, or “2 or 4; 3 if you allow it”."""
    return with_those_on_request(usual_players(info, say), info, say)


def with_players(name: str, info: GameInfo, say: Words) -> str:
    """Put a game's possible numbers of players behind its name: “Duos (4)”."""
    return say("{game} ({players})", game=name, players=players(info, say))


def with_game(info: GameInfo, say: Words) -> str:
    """Return a game's name, for a preset after its own: “Gaple · Block”."""
    if not info.preset:
        return say(info.name)
    # Translators: {name} is a local name of a {game} or a variant of it: “Gaple · Block”.
    return say("{name} · {game}", name=say(info.name), game=say(game(info.id).info.name))


def about_preset(info: GameInfo, say: Words) -> str:
    """Say which game a preset is played by, and what is not as its name promises."""
    if not info.preset:
        return ""
    rules = say("Played by the rules of {game}.", game=say(game(info.id).info.name))
    return f"-# {say.in_a_row((rules, say(info.differs) if info.differs else ''))}"


def options_set(info: GameInfo, preset: Preset, say: Words) -> str:
    """Say which options of a game a preset sets; empty if none."""
    options = {option.key: option for option in info.options}
    return " · ".join(
        say.labelled(say(options[key].help), say(options[key].label(value)))
        for key, value in preset.options.items()
    )


def first_line(info: GameInfo, say: Words) -> str:
    """Return the first line of a game's card."""
    line, value = info.card_under()[0]
    return say(line, value=value)


def usual_players(info: GameInfo, say: Words) -> str:
    """Return the numbers of players that need no option: “2–4”, “4” or “2 or 4”."""
    return _counted(info.seat_counts, say)


def players_now(info: GameInfo, options: Mapping[str, object], say: Words) -> str:
    """Return the numbers of players under these options: “2 or 4”, or “2–4” once 3 are allowed."""
    on_request = {
        count for option in info.options if options[option.key] != OFF for count in option.admits
    }
    return _counted(sorted({*info.seat_counts, *on_request}), say)


def _counted(counts: Sequence[int], say: Words) -> str:
    low, high = counts[0], counts[-1]
    if len(counts) > 1 and len(counts) == high - low + 1:
        return say.ranging(low, high)
    return say.either(map(str, counts))


def with_those_on_request(usual: str, info: GameInfo, say: Words) -> str:
    if not info.seat_counts_on_request:
        return usual
    more = say.either(map(str, info.seat_counts_on_request))
    return say("{usual}; {more} if you allow it", usual=usual, more=more)


def help_screen(
    games: Iterable[GameInfo],
    say: Words,
    links: Mapping[str, str] = MappingProxyType({}),
    account: str = "",
) -> Screen:
    """Show how to play a match, the commands, and a menu of the games.

    ``links`` has for each command what puts it into the reader's text field; those without are
    written out. ``account`` is the link with which people add the bot to their own account.
    """
    how = say(
        "Open a table with {play}, wait for others or add computers, then press Start. The Hand"
        " button at the table shows your hand to you alone. While others are to move, press Plan"
        " there to say what you'll play next. A match can take ten minutes or a week."
        " In a DM with me you can play alone or against computers.",
        play=_command("play", links),
    )
    described = [f"{_command(name, links)} · {say(DESCRIPTIONS[name])}" for name in DESCRIBED]
    others = [each for each in DESCRIPTIONS if each not in {"play", "help", *DESCRIBED}]
    more = say.labelled(say("More"), " ".join(_command(name, links) for name in others))
    lines = ["### " + say("Boneyard"), how, *described, more]
    if account:
        # Translators: {link} is the address that the link leads to.
        anywhere = say(
            "[Add me to your account]({link}) to learn, practise and see your hands anywhere.",
            link=account,
        )
        lines.append(f"-# {anywhere}")
    text = "\n".join(lines)
    menus = games_menus(custom_ids.feature(HELP, RULES), say("The rules of a game"), games, say)
    return Screen((text,), (*menus, (privacy_button(say),)))


def games_menus(id_: str, hint: str, games: Iterable[GameInfo], say: Words) -> tuple[Menu, ...]:
    entries = [
        Entry(info.key, with_players(say(info.name), info, say), first_line(info, say))
        for info in games
    ]
    return in_menus(id_, hint, entries, say)


def _command(name: str, links: Mapping[str, str]) -> str:
    return links.get(name, f"`/{name}`")
