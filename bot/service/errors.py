"""Refusals at the table: rules about who may do what, and when."""

from __future__ import annotations

from bot.engine.errors import Refusal
from bot.engine.words import N_


class NoSuchMatch(Refusal):
    """No match that can be shown has this id."""

    sentence = N_("That match is not here any more.")


class NoMatchHere(Refusal):
    """The channel has no open match."""

    sentence = N_("No match is running in this channel. Start one with /play.")


class MatchHere(Refusal):
    """The channel already has an open match."""

    sentence = N_("This channel already has a match.")

    def __init__(self, match_id: int) -> None:
        super().__init__(match=match_id)
        self.match_id = match_id


class NotSeated(Refusal):
    """The person has no seat at the table."""

    sentence = N_("You have no seat at this table.")


class SeatHeld(Refusal):
    """A computer plays for the person until they take the seat back."""

    sentence = N_("A computer holds your seat. Take it back first, then it is yours to move.")


class NotHeld(Refusal):
    """No computer holds the person's seat, so they cannot take it back."""

    sentence = N_("Your seat is yours; nobody holds it.")


class AlreadySeated(Refusal):
    """The person already sits there."""

    sentence = N_("You already have a seat at this table.")


class TableFull(Refusal):
    """Every seat is taken."""

    sentence = N_("All {seats} seats are taken.")


class NoComputer(Refusal):
    """There is no computer to remove."""

    sentence = N_("There is no computer at this table.")


class NoPartners(Refusal):
    """The game has no partnerships, or seats are free."""

    sentence = N_("There are no partners to change before all seats are taken.")


class NotHost(Refusal):
    """Only the host may do that, unless nothing has happened for a while."""

    sentence = N_(
        "Only the host, {host}, can do that. If nothing happens here, anybody at the table can"
        " {when}."
    )


class AlreadyStarted(Refusal):
    """The match has already started, or is over."""

    sentence = N_("This match has already started.")


class TableClosed(Refusal):
    """The table was closed before its match came to an end."""

    sentence = N_("This table is closed. Open a new one with /play.")


class NotStarted(Refusal):
    """The match is still a lobby."""

    sentence = N_("This match has not started yet.")


class NotEnoughHoliday(Refusal):
    """There are not that many days left of the year's holiday."""

    sentence = N_("Holidays may last {most} days a year; you have {left} left.")


class NotAway(Refusal):
    """The person is not on holiday."""

    sentence = N_("You are not on holiday.")


class UnknownZone(Refusal):
    """No time zone has that name."""

    sentence = N_("“{zone}” is no time zone. Write it as in Europe/Lisbon or America/Bogota.")


class OddHours(Refusal):
    """The quiet hours leave too little of the day, or have no length."""

    sentence = N_("Quiet hours must have a beginning and an end, {hours} hours apart at most.")


class StillSeated(Refusal):
    """The person kept joining tables while their data was being deleted."""

    sentence = N_(
        "You still have a seat at a table, so I have not deleted everything yet. Leave it with"
        " /leave and press Delete once more."
    )


class NotOver(Refusal):
    """The match has not ended yet, so there is no rematch or replay of it."""

    sentence = N_("This match is not over yet. /board shows it where it is played.")


class NoRematchHere(Refusal):
    """The person has not finished a match in the channel."""

    sentence = N_("You have finished no match in this channel yet. Start one with /play.")


class NotYours(Refusal):
    """Only people who sat at the table at the end may ask for a rematch."""

    sentence = N_(
        "Only those who sat at this table at the end can ask for a rematch. Once it is open, join"
        " it there, or start a match of your own with /play."
    )


class RematchBegun(Refusal):
    """The rematch is already running."""

    sentence = N_("The rematch has already begun.")

    def __init__(self, match_id: int) -> None:
        super().__init__(match=match_id)
        self.match_id = match_id


class NotToBeSeen(NoSuchMatch):
    """The past match does not exist, or this person may not see it."""

    sentence = N_("I know of no match with that number here. /history lists yours.")


class UnfinishedHere(Refusal):
    """No past match was named, and there is none to choose instead."""

    sentence = N_(
        "No match has been finished here yet, nor by you elsewhere. Start one with /play."
    )


class NothingToReplay(Refusal):
    """The match was closed before anything in it counted."""

    sentence = N_("That match was given up early, and there is nothing of it to look back on.")


class OlderRules(Refusal):
    """The match was played under another version of the game's rules."""

    sentence = N_("That match was played by older rules, which I cannot replay any more.")


class BrokenLog(Refusal):
    """The stored log of a match is not one that its rules allow."""

    sentence = N_("What is stored of that match has been changed, so I cannot replay it.")


class FilmUnderWay(Refusal):
    """The film that the person asked for is not ready yet."""

    sentence = N_("Your film is being made already; it will be here in a moment.")
