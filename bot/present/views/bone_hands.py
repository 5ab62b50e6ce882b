"""What all tables share at which everybody has a hand of bones, whatever the bones are laid to."""

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import TypeVar

from bot.domino.bone import in_order
from bot.engine.contract import Event, Move, Seat
from bot.engine.translatable import N_
from bot.games.common.events import BonesCounted, DrawEvent
from bot.games.common.pieces import codes
from bot.games.common.rules import BonesSeen
from bot.games.connecting.moves import Play
from bot.present.i18n import Words
from bot.present.text.seats import Reader, by_letter, lettered
from bot.present.views import hands
from bot.present.views.line import boneyard
from bot.present.views.view import Group, Hands, Places, RoundEndView, View
from renderers.scene.bones import LineScene, RoundScene, Scene, TableAndHandScene
from renderers.scene.trains import TrainsScene

SeenT = TypeVar("SeenT", bound=BonesSeen)
OverT = TypeVar("OverT", bound=BonesCounted)


class BoneHandsView(View[SeenT], RoundEndView[OverT]):
    """The view of hands of bones; those for a kind of table add the bones that lie there."""

    is_one_press = True
    max_direct_moves = 2
    tells_empty_boneyard = False

    @abstractmethod
    def lying(self, seen: SeenT, plays: Sequence[Play] = ()) -> LineScene | TrainsScene:
        """Return the bones on the table.

        If there are ``plays``, the places for them are bright, and all others greyed.
        """

    @abstractmethod
    def describe_places(self, seen: SeenT, say: Words) -> Iterable[str]:
        """Describe the places on the table where bones can be laid."""

    @abstractmethod
    def describe_lying(self, seen: SeenT, say: Words) -> Iterable[str]:
        """Describe the bones on the table."""

    @abstractmethod
    def lying_at_end(self, over: OverT) -> LineScene | TrainsScene:
        """Return the bones on the table at the end of a round, without any marks."""

    @abstractmethod
    def describe_lying_at_end(self, over: OverT, say: Words) -> Iterable[str]: ...

    def table(self, seen: SeenT, events: Sequence[Event]) -> Scene:
        return self.lying(seen)

    def hand(self, seen: SeenT) -> Scene:
        """Return the table and the hand, greying places and bones that can't be played.

        If nothing can be played, none is greyed. Bones just drawn are ringed.
        """
        plays = _plays(seen.legal)
        playable = {play.bone for play in plays}
        hand = hands.hand_scene(seen.hand, playable, hands.just_drawn(seen))
        return TableAndHandScene(self.lying(seen, plays), hand)

    def in_hand(self, seen: SeenT) -> Sequence[str]:
        return codes(in_order(seen.hand))

    def all_hands(self, seen: SeenT, held: Hands, events: Sequence[Event]) -> Scene:
        face_up = hands.face_up(held, seen.setup.seats, seen.to_act)
        return RoundScene(self.lying(seen), face_up)

    def ended(self, over: OverT) -> Scene:
        return RoundScene(self.lying_at_end(over), hands.counted_hands(over.shown, over.winners))

    def describe_table(self, seen: SeenT, say: Words) -> Iterator[str]:
        yield from self.describe_places(seen, say)
        if seen.counts:
            held = by_letter((seat, seen.counts[seat]) for seat in seen.setup.seats)
            yield say("Bones in hand: {counts}.", counts=held)
        if seen.boneyard or (seen.counts and self.tells_empty_boneyard):
            yield boneyard(seen.boneyard, say)
        yield from self.describe_lying(seen, say)

    def describe_hand(self, seen: SeenT, say: Words) -> Iterator[str]:
        playable = {play.bone for play in _plays(seen.legal)}
        yield from hands.describe_hand(seen.hand, playable, say)
        if drawn := hands.just_drawn(seen):
            yield say("Just drawn: {bones}.", bones=", ".join(codes(drawn)))
        yield from self.describe_places(seen, say)
        yield from self.describe_lying(seen, say)

    def describe_end(self, over: OverT, say: Words) -> Iterator[str]:
        for seat, hand in over.shown:
            told = N_("{who} held {bones}.") if hand else N_("{who} has no bones left.")
            yield say(told, who=lettered(seat, say), bones=", ".join(codes(hand)))
        yield from self.describe_lying_at_end(over, say)

    def drew(self, seat: Seat, draws: Sequence[DrawEvent], reader: Reader) -> str:
        return hands.drew(seat, draws, reader) or super().drew(seat, draws, reader)

    def received(self, seen: SeenT, say: Words) -> str:
        drawn = hands.just_drawn(seen)
        return hands.drew_bones(drawn, say) if drawn else ""

    def how_it_ended(self, over: OverT, reader: Reader, *, counted: bool) -> str:
        return hands.how_it_ended(over, reader, counted=counted)

    def arithmetic(self, over: OverT, reader: Reader) -> Iterator[str]:
        return hands.arithmetic(over, reader)

    def groups(self, seen: SeenT, say: Words) -> list[Group]:
        """Group moves by bone, in the order of the hand.

        Of moves that differ only in name, one is offered.
        """
        groups, offered = [], [each for each in seen.legal if self.offered(each, seen) is each]
        for _, grouped in groupby(sorted(offered, key=_index), key=_index):
            moves = tuple(grouped)
            bone = moves[0].bone.code if isinstance(moves[0], Play) else ""
            groups.append(Group(moves, bone, self.group_label(bone, moves, seen, say)))
        return groups

    def group_label(self, bone: str, moves: Sequence[Move], seen: SeenT, say: Words) -> str:
        return say("{bone} …", bone=bone)

    def places(self, seen: SeenT, ways: Sequence[Move], say: Words) -> Places | None:
        plays = tuple(_plays(ways))
        if not plays:
            return None
        question = say("Where do you want to play **{bone}**?", bone=plays[0].bone.code)
        alt = " ".join((*self.describe_places(seen, say), *self.describe_lying(seen, say)))
        return Places(question, self.hand(replace(seen, legal=plays)), alt, ())


def _plays(moves: Iterable[Move]) -> list[Play]:
    return [move for move in moves if isinstance(move, Play)]


def _index(move: Move) -> int:
    return move.bone.index if isinstance(move, Play) else -1
