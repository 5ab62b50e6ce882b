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


def describe_hand(hand: Iterable[Bone], playable: Container[Bone], say: Words) -> list[str]:
    """Describe the hand, then say which of its bones can be played."""
    held = sorted(hand, key=BY_INDEX)
    return describe_bones_held([(bone.code, bone in playable) for bone in held], say)


def describe_bones_held(held: Sequence[tuple[str, bool]], say: Words) -> list[str]:
    """Name the bones of a hand, each given with whether it can be played, then those that can."""
    if not held:
        return [say("Your hand is empty.")]
    told = [say("Your hand: {bones}.", bones=", ".join(bone for bone, _ in held))]
    playable = list(dict.fromkeys(bone for bone, can_be_played in held if can_be_played))
    if len(held) > 1 and all(can_be_played for _, can_be_played in held):
        told.append(say("You can play any of them."))
    elif playable:
        told.append(say("You can play {bones}.", bones=say.listed(playable)))
    return told


def bone_count(bones: int, say: Words) -> str:
    """Return how many bones somebody has: “5 bones”."""
    return say.count("{n} bone", "{n} bones", bones)


def face_up(
    held: Sequence[Sequence[str]], seats: Iterable[Seat], acting: Container[Seat]
) -> tuple[SeatHand, ...]:
    """Return the hands of ``seats`` in order; ``held`` has the codes of their bones, by seat."""
    hands = ((seat, sorted(map(by_code, held[seat]), key=BY_INDEX)) for seat in seats)
    return tuple(
        SeatHand(letter(seat), tuple((b.high, b.low) for b in hand), active=seat in acting)
        for seat, hand in hands
    )
