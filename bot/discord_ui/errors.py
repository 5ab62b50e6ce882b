"""Refusals that only the Discord side raises."""

from __future__ import annotations

from bot.engine.errors import Refusal
from bot.engine.words import N_


class OldButton(Refusal):
    """The custom id is unknown, or does not belong in its message."""

    sentence = N_("That button does not belong to any table of mine.")


class MissingPermissions(Refusal):
    """The bot lacks permissions in a channel."""

    sentence = N_("I cannot run a match here; I still need: {missing}. Ask a server manager.")


class NoThreadHere(Refusal):
    """The bot lacks permissions to open a thread in the channel and play there."""

    sentence = N_("I cannot open a thread here; I still need: {missing}. Ask a server manager.")


class NoThreadsInHere(Refusal):
    """No thread can be opened here, because this is not a text channel."""

    sentence = N_("Threads cannot be opened here. Use /play in a text channel.")


class UnreadableOption(Refusal):
    """Discord filled in a command's option with a value that the bot cannot read."""

    sentence = N_(
        "I couldn't read one of the options. Choose from what Discord suggests, and try again."
    )


class ChangedCommand(Refusal):
    """Discord still shows a command that the bot no longer has in that form."""

    sentence = N_("That command has changed since. Restart Discord, and try again.")


class TooSlow(Refusal):
    """A form would have opened later than Discord allows."""

    sentence = N_("That took me too long. Please choose once more.")


class NotANumber(Refusal):
    """The typed text is not a whole number."""

    sentence = N_("“{text}” is not a whole number.")


class NumberOutOfRange(Refusal):
    """The typed number is too small or too large for its option."""

    sentence = N_("{number} does not fit “{option}”. Possible: {allowed}.")


class NoSuchMove(Refusal):
    """The typed text matches none of the legal ``moves``."""

    sentence = N_("“{text}” isn't possible now. You can play {moves}.")


class NoMatchNumber(Refusal):
    """The typed text is not the number of a match."""

    sentence = N_(
        "“{text}” is no number of a match. Choose one of those suggested, or look into /history."
    )


class WhichGame(Refusal):
    """``/rules`` was used without a game in a channel without a match."""

    sentence = N_("Which game? Name one, as in /rules game:block.")


class AlreadyShown(Refusal):
    """The person has already shown this to everybody."""

    sentence = N_("You've already shown this to everybody.")


class PlayedAlone(Refusal):
    """The game has no ranking, because it is played alone."""

    sentence = N_("{game} is played alone, and so has no ranking. /profile counts your matches.")


class KeptPrivate(Refusal):
    """The person has chosen not to be shown to others."""

    sentence = N_(
        "This profile is kept private. Only its owner can change that, with /preferences."
    )


class NoPerson(Refusal):
    """A profile was requested for a bot's account."""

    sentence = N_("Computers have no profile. Ask for a person's, or for your own with /profile.")


class ManagersOnly(Refusal):
    """Somebody who may not manage the server tried to see or change its settings."""

    sentence = N_("Only those who may manage this server can change its settings.")


class NotInServer(Exception):
    """The bot may not register commands in the server that ``COMMAND_GUILD`` names."""
