"""Hands that lie open: messages only their owner sees, which Discord lets us edit for a while."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import discord

if TYPE_CHECKING:
    from bot.discord_ui.reply import Click


@dataclass(frozen=True, slots=True)
class OpenHand:
    """A hand that lies open."""

    click: Click
    """The newest interaction whose answer shows it; through it the message can be edited."""
    message_id: int | None


class OpenHands:
    """For each match and person the hand that lies open, if one does."""

    def __init__(self) -> None:
        self._hands: dict[tuple[int, int], OpenHand] = {}

    def lay_down(self, match_id: int, hand: OpenHand) -> None:
        """This is the person's open hand from now on."""
        key = (match_id, hand.click.user.id)
        self._hands.pop(key, None)
        self._sweep()
        self._hands[key] = hand

    def lies_open(self, match_id: int, user_id: int) -> bool:
        """Whether the person has an open hand."""
        return (match_id, user_id) in self._hands

    def take_up(self, match_id: int, user_id: int) -> OpenHand | None:
        """The hand whose message can still be edited; it is forgotten here."""
        hand = self._hands.pop((match_id, user_id), None)
        return None if hand is None or hand.click.is_expired() else hand

    def forget(self, user_id: int) -> None:
        """Let go of all hands of a person."""
        for key in [key for key in self._hands if key[1] == user_id]:
            del self._hands[key]

    def _sweep(self) -> None:
        """Forget what has run out, oldest first."""
        for key, hand in list(self._hands.items()):
            if not hand.click.is_expired():
                return
            del self._hands[key]


def private(click: Click) -> bool:
    """Whether a click was on a message that only this person sees."""
    message = click.message
    return message is not None and (
        message.flags.ephemeral or isinstance(click.channel, discord.DMChannel)
    )
