"""Refusals that only Discord knows of."""

from __future__ import annotations

from bot.engine.errors import Refusal
from bot.engine.words import N_


class OldButton(Refusal):
    """An id that none of our messages has."""

    sentence = N_("That button does not belong to any table of mine.")


class MissingPermissions(Refusal):
    """What the bot lacks in a channel."""

    sentence = N_("I cannot run a match here; I still need: {missing}. Ask a server manager.")


class NoThreadHere(Refusal):
    """The channel has no room for a thread."""

    sentence = N_("I cannot open a thread here; I still need: {missing}. Ask a server manager.")


class NoThreadsInHere(Refusal):
    """Not a text channel."""

    sentence = N_("Threads cannot be opened here. Use /play in a text channel.")


class NotANumber(Refusal):
    """Something else was typed where a number belongs."""

    sentence = N_("“{text}” is not a whole number.")


class NoMatchNumber(Refusal):
    """Something else was typed where the number of a match belongs."""

    sentence = N_(
        "“{text}” is no number of a match. Choose one of those suggested, or look into /history."
    )


class WhichGame(Refusal):
    """The rules of no game in particular were asked for."""

    sentence = N_("Which game? Name one, as in /rules game:block.")


class PlayedAlone(Refusal):
    """A ranking of a game that has none."""

    sentence = N_("{game} is played alone, and so has no ranking. /profile counts your matches.")


class KeptPrivate(Refusal):
    """The person does not want to be shown to others."""

    sentence = N_(
        "This profile is kept private. Only its owner can change that, with /preferences."
    )


class NoPerson(Refusal):
    """A program was asked for as if it were a person."""

    sentence = N_("Computers have no profile. Ask for a person's, or for your own with /profile.")


class ManagersOnly(Refusal):
    """The settings of a server were to be changed by somebody who may not."""

    sentence = N_("Only those who may manage this server can change its settings.")


class NotInServer(Exception):
    """The bot may not register commands in the server that a setting names."""
