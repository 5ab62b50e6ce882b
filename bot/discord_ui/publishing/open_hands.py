"""Open hands: messages only their owner sees, which Discord lets the bot edit for a while."""

import asyncio
from collections import Counter
from dataclasses import dataclass

from bot.discord_ui.base_client import Interaction
from bot.discord_ui.components import NO_PINGS, Body
from bot.engine.contract import Observation
from bot.model.match import Match
from bot.service.keyed_locks import KeyedLocks


@dataclass(frozen=True, slots=True)
class OpenHand:
    """An open hand: a message that shows one person's hand."""

    click: Interaction
    """The newest interaction whose answer shows it; used to edit the message."""
    message_id: int | None
    version: int
    """The version of the match that it shows."""
    asked_at: int | None = None
    """The ply for which it asks where to place a bone; ``None`` when it shows the hand."""
    inputs: object = None
    """The values that the shown hand was made from (:func:`hand_inputs`)."""
    awaited: object = None
    """Those who are to move, as it says (:func:`awaited`)."""
    is_followup: bool = False
    """True if the message followed the first answer to the interaction."""

    @property
    def is_direct(self) -> bool:
        """Return whether the message is a DM that the bot sent."""
        clicked = self.click.message
        is_clicked = clicked is not None and clicked.id == self.message_id
        return is_clicked and clicked is not None and not clicked.flags.ephemeral

    async def edit(self, ready: Body) -> None:
        """Show another content in the message."""
        if self.is_followup and self.message_id is not None:
            await self.click.followup.edit_message(
                self.message_id, view=ready.view, attachments=ready.files, allowed_mentions=NO_PINGS
            )
            return
        await self.click.edit_original_response(
            view=ready.view, attachments=ready.files, allowed_mentions=NO_PINGS
        )

    async def delete(self) -> None:
        """Delete the message."""
        if self.is_followup and self.message_id is not None:
            await self.click.followup.delete_message(self.message_id)
            return
        await self.click.delete_original_response()


def hand_inputs(match: Match, user_id: int) -> object:
    """Return the values that a person's hand is made from: if they are equal, so is the hand."""
    seat = match.seat_of(user_id)
    if seat is None:
        return None
    return (match.stage, match.ply, match.seats[seat].level, match.agenda.clock(seat))


def awaited(match: Match, seen: Observation | None) -> object:
    """Return the seats that are to move in what is seen of a match, with their players."""
    if seen is None:
        return ()
    seats = (match.seats[seat] for seat in sorted(seen.to_act))
    return tuple((each.seat, each.user_id, each.level) for each in seats)


class OpenHands:
    """The open hand of each person in each match, if they have one.

    Whatever shows a hand holds its lock from reading the match until Discord has answered. So the
    state shown last is the one read last, and a refresh in the background sees a hand that the
    person has opened meanwhile.
    """

    def __init__(self) -> None:
        self._hands: dict[tuple[int, int], OpenHand] = {}
        self._in_match = Counter[int]()
        """The number of open hands in each match."""
        self._locks = KeyedLocks[tuple[int, int]]()

    def lock(self, match_id: int, user_id: int) -> asyncio.Lock:
        """Return the lock to hold while a person's hand is shown."""
        return self._locks[match_id, user_id]

    def remember(self, match_id: int, hand: OpenHand) -> None:
        """Remember ``hand`` as the person's open hand, instead of an older one."""
        key = (match_id, hand.click.user.id)
        self._remove(key)
        self._sweep()
        self._hands[key] = hand
        self._in_match[match_id] += 1

    def has_open_hand(self, match_id: int, user_id: int) -> bool:
        """Return whether the person has an open hand, even one that has expired."""
        return (match_id, user_id) in self._hands

    def are_open(self, match_id: int) -> bool:
        """Return whether anybody has an open hand in a match, even one that has expired."""
        return self._in_match[match_id] > 0

    def open_hand(self, match_id: int, user_id: int) -> OpenHand | None:
        """Return the person's open hand; ``None`` if there is none that can still be edited."""
        hand = self._hands.get((match_id, user_id))
        return None if hand is None or hand.click.is_expired() else hand

    def drop(self, match_id: int, user_id: int) -> None:
        """Forget the person's open hand in a match."""
        self._remove((match_id, user_id))

    def of_person(self, user_id: int) -> list[tuple[int, OpenHand]]:
        """Return a person's open hands by match, even those that have expired."""
        return [(match, hand) for (match, user), hand in self._hands.items() if user == user_id]

    def _sweep(self) -> None:
        """Forget expired hands, oldest first."""
        for key, hand in list(self._hands.items()):
            if not hand.click.is_expired():
                return
            self._remove(key)

    def _remove(self, key: tuple[int, int]) -> None:
        if self._hands.pop(key, None) is not None:
            self._in_match[key[0]] -= 1
            if not self._in_match[key[0]]:
                del self._in_match[key[0]]
