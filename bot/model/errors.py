"""Refusals at the table: rules about who may do what, and when."""

from bot.engine.errors import Refusal
from bot.engine.translatable import N_


class NoSuchMatch(Refusal):
    """No match that can be shown has this id."""

    sentence = N_("I can't find that match. Your open matches are in /games.")


class NoMatchHere(Refusal):
    sentence = N_("No match is running in this channel. Start one with /play.")


class MatchHere(Refusal):
    sentence = N_("This channel already has a table. See it with /board.")

    def __init__(self, match_id: int) -> None:
        super().__init__(match=match_id)
        self.match_id = match_id


class NotSeated(Refusal):
    sentence = N_("You don't have a seat at this table. Open your own with /play.")


class SeatHeld(Refusal):
    sentence = N_("A computer is playing for you. Press Take back my seat first.")


class TurnHasCome(Refusal):
    sentence = N_("It's your turn now: choose your move.")


class PlanStopped(TurnHasCome):
    sentence = N_("It's your turn now, so your plan has stopped. Choose your move.")


class NothingToPlan(Refusal):
    sentence = N_("There is nothing you can plan right now.")


class HintsOff(Refusal):
    sentence = N_("There are no hints in this match.")


class NothingToChoose(Refusal):
    sentence = N_("You have only one move.")


class NothingKnown(Refusal):
    sentence = N_("Nobody knows anything yet that could help you choose.")


class HintUnderWay(Refusal):
    sentence = N_("Your hint is already on its way.")


class NoHintNow(Refusal):
    sentence = N_("I couldn't find a hint this time. Please try again.")


class PhrasesOff(Refusal):
    sentence = N_("Phrases are off in this match.")


class SaidAlready(Refusal):
    sentence = N_("You've just said something. You can say more after the next move.")


class TakeBackOff(Refusal):
    sentence = N_("You can take back moves only in unrated matches, alone with computers.")


class NothingToTakeBack(Refusal):
    sentence = N_("There's no move of yours to take back.")


class RevealedSince(Refusal):
    sentence = N_(
        "You can't take that back: since then, something hidden was drawn, turned over or dealt."
    )


class TooLateToReturn(Refusal):
    sentence = N_("It's too late to come back: the match has gone on, or a minute has passed.")


class NotHeld(Refusal):
    sentence = N_("You already have your seat.")


class AlreadySeated(Refusal):
    sentence = N_("You already have a seat at this table.")


class TableFull(Refusal):
    sentence = N_("Every seat is taken. Open another table with /play.")


class NoComputer(Refusal):
    sentence = N_("There's no computer at this table.")


class NoSuchLength(Refusal):
    sentence = N_("This game has no such length.")


class NoSuchPreset(Refusal):
    sentence = N_("This game has no such variant.")


class NoPartners(Refusal):
    sentence = N_("In this match, everybody plays for themselves.")


class PartnersMissing(Refusal):
    sentence = N_("You can swap partners once every seat is filled.")


class NotHost(Refusal):
    sentence = N_(
        "Only the host, {host}, can do that. If nothing happens here, anybody at the table can"
        " do it {when}."
    )


class InviteeSeated(Refusal):
    sentence = N_("{who} already has a seat at this table.")


class TooManyInvitations(Refusal):
    sentence = N_("You can invite {most} people an hour, and you have {left} left.")


class AtTheTable(Refusal):
    """Somebody with a seat wants the reminders that are for people who only watch."""

    sentence = N_("You have a seat at this table, so I'll remind you anyway.")


class TooManyWatchers(Refusal):
    sentence = N_("{most} people want to be reminded of this match, and I can't take more.")


class AlreadyStarted(Refusal):
    sentence = N_("This match has already started. See it with /board.")


class TableClosed(Refusal):
    sentence = N_("This table is closed. Open a new table with /play.")


class NotStarted(Refusal):
    sentence = N_("This match hasn't started yet. The host can press Start.")


class NotEnoughHoliday(Refusal):
    sentence = N_("You can take {most} days of holiday in any 365 days, and you have {left} left.")


class NotAway(Refusal):
    sentence = N_("You're not on holiday.")


class UnknownZone(Refusal):
    sentence = N_("“{zone}” isn't a time zone. Write it like Europe/Lisbon or America/Bogota.")


class OddHours(Refusal):
    """The quiet hours leave too little of the day, or have no length."""

    sentence = N_("Quiet hours need a start and an end, no more than {hours} hours apart.")


class StillSeated(Refusal):
    """The person kept joining tables while their data was being deleted."""

    sentence = N_(
        "You still have a seat at a table, so I haven't deleted everything yet. Leave it with"
        " /leave, then press Delete everything again."
    )


class NotOver(Refusal):
    sentence = N_("This match isn't over yet. Use /board in its channel to see it.")


class NoRematchHere(Refusal):
    sentence = N_("You haven't finished a match in this channel yet. Start one with /play.")


class NotYours(Refusal):
    sentence = N_(
        "Only people who were at this table at the end can ask for a rematch. Join it once it's"
        " open, or start your own match with /play."
    )


class RematchBegun(Refusal):
    sentence = N_("The rematch has already started.")

    def __init__(self, match_id: int) -> None:
        super().__init__(match=match_id)
        self.match_id = match_id


class NotToBeSeen(NoSuchMatch):
    """The past match does not exist, or this person may not see it."""

    sentence = N_("I can't find that match. Check /history.")


class UnfinishedHere(Refusal):
    """No past match was named, and there is none to choose instead."""

    sentence = N_("No finished matches yet, here or in your history. Start one with /play.")


class NothingToReplay(Refusal):
    sentence = N_("That match was cancelled early, so there's nothing to show.")


class OlderRules(Refusal):
    sentence = N_("That match used older rules that I can't replay any more.")


class BrokenLog(Refusal):
    sentence = N_("That match's saved log was altered, so I can't replay it.")


class AnimationUnderWay(Refusal):
    sentence = N_("Your animation is already on its way.")


class AnalysisUnderWay(Refusal):
    sentence = N_(
        "Your analysis is already on its way. The result will appear in the message you have."
    )


class AnalysisInterrupted(Refusal):
    """The analysis has stopped before its end, because the bot is stopping or judging failed."""

    sentence = N_("The analysis isn't ready yet. Press Analyse to try again.")


class AttemptDeleted(Refusal):
    """A person who has deleted their data opens a deal that they had begun before."""

    sentence = N_(
        "You began this deal before you deleted your data, and nobody gets a second attempt. A new"
        " deal opens each day at 00:00 UTC."
    )


class DealStillOpen(Refusal):
    """The secret of a deal is asked for before it closes."""

    sentence = N_("This deal is still open. Its secret is shown when it closes.")


class DealOutdated(Refusal):
    sentence = N_("The rules have changed since this deal closed, so I can't show it any more.")


class NoSuchDeal(Refusal):
    sentence = N_("There's no such deal. /daily shows today's.")
