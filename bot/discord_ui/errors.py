"""Refusals that only the Discord side raises."""

import re
from enum import Enum
from typing import Any, TypeVar

from bot.engine.errors import Refusal
from bot.engine.game_info import GameInfo
from bot.engine.translatable import N_

V = TypeVar("V", bound=Enum)


class OldButton(Refusal):
    """The custom id is unknown, or does not belong in its message."""

    sentence = N_("That button no longer works. Use a command instead, such as /board or /games.")


class MissingPermissions(Refusal):
    sentence = N_("I'm missing permissions in this channel: {missing}. Please ask an admin.")


class MayNotPostThere(Refusal):
    sentence = N_("One of us can't post in {channel}. Please choose another channel.")


class NoThreadHere(Refusal):
    sentence = N_(
        "I can't open a thread here. I'm missing permissions: {missing}. Please ask an admin."
    )


class NoThreadsInHere(Refusal):
    sentence = N_("I can't open threads here. Use /play in a text channel.")


class UnreadableOption(Refusal):
    """Discord filled in a command's option with a value that the bot cannot read."""

    sentence = N_(
        "I couldn't read one of the options. Pick one of Discord's suggestions and try again."
    )


class ChangedCommand(Refusal):
    """Discord still shows a command that the bot no longer has in that form."""

    sentence = N_("That command has changed. Restart Discord and try again.")


class TooSlow(Refusal):
    sentence = N_("Sorry, that took too long. Please try again.")


class BotInvited(Refusal):
    sentence = N_(
        "{who} is a bot and can't join you. To play against a computer, press Add computer."
    )


class InviteeCannotSeeTable(Refusal):
    sentence = N_("{who} can't see this channel, so I haven't invited anybody.")


class NotANumber(Refusal):
    sentence = N_("“{text}” isn't a whole number. Write it in digits, like 100.")


class NumberOutOfRange(Refusal):
    sentence = N_("“{option}” can't be {number}. Allowed: {allowed}.")


class NoSuchMove(Refusal):
    """The text matches no legal move; ``moves`` names some, and ``example`` can be typed."""

    sentence = N_(
        "You can't play “{text}” right now. Try {moves}. You can type `{example}`, for example;"
        " while you type, /move lists your moves."
    )


class SeveralMoves(Refusal):
    sentence = N_("You can play “{text}” in several ways: {moves}. Which one?")


class NoSuchBone(Refusal):
    sentence = N_("There's no {bone} in this game. Try {moves}.")


class OthersTurn(Refusal):
    sentence = N_("It's not your turn. I'm waiting for {who}.")


class NoMatchNumber(Refusal):
    sentence = N_("“{text}” isn't a match number. Pick a suggestion or check /history.")


class NoSuchGame(Refusal):
    sentence = N_("There's no game called “{text}”. Pick one of the suggestions.")


class OtherGameMeant(NoSuchGame):
    """The text typed is nearly the name of one of the games ``guesses``, listed as ``games``."""

    sentence = N_("There's no game called “{text}”. Did you mean {games}?")

    def __init__(self, *, text: str, games: str, guesses: tuple[GameInfo, ...]) -> None:
        super().__init__(text=text, games=games, guesses=guesses)
        self.guesses = guesses


class SeveralGamesMeant(OtherGameMeant):
    """The games ``guesses`` all have the name that was typed."""

    sentence = N_("More than one game is called “{text}”. Did you mean {games}?")


class WhichGame(Refusal):
    """``/rules`` was used without a game in a channel without a match."""

    sentence = N_("Which game? Add its name, like /rules {option}:block.")


class AlreadyShown(Refusal):
    sentence = N_("You've already shown this to everybody.")


class PlayedAlone(Refusal):
    sentence = N_("{game} is a solo game, so it has no ranking. Check /history for your matches.")


class OnlyAtTable(Refusal):
    sentence = N_(
        "Only the table shows what is face up in {game}, so you can replay a match when it's over."
    )


class SeenByYouAlone(Refusal):
    """Discord keeps from others what the bot says in a server that it isn't in."""

    sentence = N_("This server keeps what I say private, so only you can see that.")


class KeptPrivate(Refusal):
    sentence = N_("This profile is private. Only its owner can change that, in /preferences.")


class NoPerson(Refusal):
    sentence = N_("Computers don't have profiles. Pick a person, or use /profile to see your own.")


class ManagersOnly(Refusal):
    sentence = N_("Only people who can manage this server can change its settings.")


class NotInServer(Exception):
    """The bot may not register commands in the server that ``COMMAND_GUILD`` names."""


def verb_in(verbs: type[V], word: str) -> V:
    """Return the member of ``verbs`` that ``word`` stands for; raises :class:`OldButton`."""
    try:
        return verbs(word)
    except ValueError:
        raise OldButton from None


def parts_of(pattern: re.Pattern[str], rest: str) -> tuple[str | Any, ...]:
    """Return the groups of what an id carries; raises :class:`OldButton` if it doesn't match."""
    found = pattern.fullmatch(rest)
    if found is None:
        raise OldButton
    return found.groups()
