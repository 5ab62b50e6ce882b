"""A hand of bones that only its owner sees: as a scene, and in words."""

from collections.abc import Container, Iterable, Sequence

from bot.domino.bone import BY_INDEX, Bone, by_code
from bot.engine.contract import Seat
from bot.present.i18n import Words
from bot.present.text.seats import letter
from renderers.scene.bones import HandBone, HandScene, SeatHand


def hand_scene(
    hand: Iterable[Bone], playable: Container[Bone], drawn: Container[Bone] = ()
) -> HandScene:
    """Return the hand in order, with playable bones raised and bones just ``drawn`` ringed."""
    bones = sorted(hand, key=BY_INDEX)
    return HandScene(tuple(HandBone(b.high, b.low, b in playable, b in drawn) for b in bones))


def hand_told(hand: Iterable[Bone], playable: Container[Bone], say: Words) -> str:
    """Describe the hand in a sentence."""
    held = [
        say("{bone} (can be played)", bone=bone.code) if bone in playable else bone.code
        for bone in sorted(hand, key=BY_INDEX)
    ]
    return say("Your hand: {bones}.", bones=", ".join(held)) if held else say("Your hand is empty.")


def face_up(
    held: Sequence[Sequence[str]], seats: Iterable[Seat], acting: Container[Seat]
) -> tuple[SeatHand, ...]:
    """Return the hands of ``seats`` in order; ``held`` has the codes of their bones, by seat."""
    hands = ((seat, sorted(map(by_code, held[seat]), key=BY_INDEX)) for seat in seats)
    return tuple(
        SeatHand(letter(seat), tuple((b.high, b.low) for b in hand), active=seat in acting)
        for seat, hand in hands
    )
