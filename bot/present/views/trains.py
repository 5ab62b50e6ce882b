"""Mexican Train's table: trains of bones around a hub, from hands that only their owners see."""

from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import replace

from msgspec import structs

from bot.domino.bone import Bone, by_code, in_order
from bot.engine.contract import Event, Move, Seat, Setup
from bot.engine.planning import Wish
from bot.engine.translatable import N_
from bot.games.common.events import DrawEvent
from bot.games.common.pieces import Draw, Pass, codes
from bot.games.connecting.moves import Play
from bot.games.mexican_train.course import Tracks, first_course
from bot.games.mexican_train.events import Coupled, EngineLaid, Stopped, Stuck, TrainsEnded
from bot.games.mexican_train.moves import MEXICAN, Stop, name_of, play, train_at
from bot.games.mexican_train.observation import TrainSeen
from bot.games.mexican_train.options import highest
from bot.present.i18n import Words
from bot.present.text.seats import Reader, by_letter, letter, lettered
from bot.present.views import hands
from bot.present.views.line import boneyard
from bot.present.views.view import Group, Hands, Options, Places, RoundEndView, View
from renderers.scene.bones import RoundScene, Scene, TableAndHandScene
from renderers.scene.captions import BoneSign, EndSign, Glyph, Sign
from renderers.scene.trains import Train, TrainsScene


class TrainsView(View[TrainSeen], RoundEndView[TrainsEnded]):
    seen_type = TrainSeen
    end_type = TrainsEnded
    is_one_press = True
    max_direct_moves = 2
    calls_by_name = True
    until_change = N_(
        "It holds until somebody can't play, another player is down to two, or you get a new bone."
    )

    def table(self, seen: TrainSeen, events: Sequence[Event]) -> Scene:
        return _scene(seen.tracks, seen, _usable(seen.tracks))

    def hand(self, seen: TrainSeen) -> Scene:
        """Return the trains and the hand, greying what can't be used, unless nothing can be."""
        seats = seen.setup.seat_count
        fitting = {train_at(move.at, seats) for move in seen.legal if isinstance(move, Play)}
        trains = _scene(seen.tracks, seen, fitting or _usable(seen.tracks))
        return TableAndHandScene(
            trains, hands.hand_scene(seen.hand, _playable(seen), hands.just_drawn(seen))
        )

    def in_hand(self, seen: TrainSeen) -> Sequence[str]:
        return codes(in_order(seen.hand))

    def all_hands(self, seen: TrainSeen, held: Hands, events: Sequence[Event]) -> Scene:
        face_up = hands.face_up(held, seen.setup.seats, seen.to_act)
        return RoundScene(_scene(seen.tracks, seen, _usable(seen.tracks)), face_up)

    def ended(self, over: TrainsEnded) -> Scene:
        counted = hands.counted_hands(over.shown, over.winners)
        return RoundScene(_scene(over.tracks, None), counted)

    def caption(self, event: Event, later: Sequence[Event]) -> tuple[Sign, ...]:
        match event:
            case Coupled(bone=bone, joins=joins, train=train, seats=seats):
                end = EndSign(_label(train, seats), joins)
                return BoneSign(bone.other(joins), joins), end
            case Stuck():
                return (Glyph.NOTHING,)
            case _:
                return super().caption(event, later)

    def sample(self, codes: Sequence[str], options: Options, *, wide: bool = False) -> Scene:
        """Return trains of bones such as ``9-4@a`` from a hub; a wide picture has only two."""
        hub, *laid = codes
        number, seats = by_code(hub).high, (0,) if wide else (0, 1)
        course = first_course(Setup(seats, options, len(seats), seats), 0)
        begun = structs.replace(course, ends=(number,) * len(course.ends))
        tracks = Tracks(number, begun, ((),) * len(course.ends), begun=True)
        for code in laid:
            text, _, at = code.partition("@")
            tracks = tracks.lay(train_at(at, len(seats)), by_code(text))
        return _scene(tracks, None)

    # In words.

    def describe_table(self, seen: TrainSeen, say: Words) -> Iterator[str]:
        yield from _describe_ends(seen.tracks, say)
        if seen.counts:
            held = by_letter((seat, seen.counts[seat]) for seat in seen.setup.seats)
            yield say("Bones in hand: {counts}.", counts=held)
            yield boneyard(seen.boneyard, say)
        yield from _describe_trains(seen.tracks, say)

    def describe_hand(self, seen: TrainSeen, say: Words) -> Iterator[str]:
        yield from hands.describe_hand(seen.hand, _playable(seen), say)
        if drawn := hands.just_drawn(seen):
            yield say("Just drawn: {bones}.", bones=", ".join(codes(drawn)))
        yield from _describe_ends(seen.tracks, say)
        yield from _describe_trains(seen.tracks, say)

    def describe_end(self, over: TrainsEnded, say: Words) -> Iterator[str]:
        for seat, hand in over.shown:
            told = N_("{who} held {bones}.") if hand else N_("{who} has no bones left.")
            yield say(told, who=lettered(seat, say), bones=", ".join(codes(hand)))
        yield from _describe_trains(over.tracks, say)

    def facts(self, seen: TrainSeen, say: Words) -> Iterator[str]:
        yield from _describe_doubles(seen.tracks, say)
        if seen.counts:
            yield boneyard(seen.boneyard, say)

    def drew(self, seat: Seat, draws: Sequence[DrawEvent], reader: Reader) -> str:
        return hands.drew(seat, draws, reader) or super().drew(seat, draws, reader)

    def received(self, seen: TrainSeen, say: Words) -> str:
        drawn = hands.just_drawn(seen)
        return hands.drew_bones(drawn, say) if drawn else ""

    def phrase(self, event: Event, reader: Reader, later: Sequence[Event] = ()) -> str | None:
        match event:
            case EngineLaid(bone, None):
                return reader.say("**{bone}** is the engine in the middle", bone=bone.code)
            case Coupled():
                return _coupled(event, reader)
            case Stuck(seat, True):
                own = N_("You couldn't play and got a marker")
                return reader.told(seat, own, N_("{who} couldn't play and got a marker"))
            case Stuck(seat):
                return reader.told(seat, N_("You couldn't play"), N_("{who} couldn't play"))
            case Stopped(seat):
                return reader.told(seat, N_("You ended your turn"), N_("{who} ended their turn"))
            case _:
                return None

    def how_it_ended(self, over: TrainsEnded, reader: Reader, *, counted: bool) -> str:
        return hands.how_it_ended(over, reader, counted=counted)

    def arithmetic(self, over: TrainsEnded, reader: Reader) -> Iterator[str]:
        return hands.arithmetic(over, reader)

    # Choices.

    def question(self, seen: TrainSeen, say: Words) -> str:
        return " ".join(_describe_doubles(seen.tracks, say))

    def move_name(self, move: Move, seen: TrainSeen, say: Words) -> str:
        return _move_name(move, seen, say, lambda seat: lettered(seat, say))

    def move_name_with_players(self, move: Move, seen: TrainSeen, reader: Reader) -> str:
        return _move_name(move, seen, reader.say, reader.short_name)

    label = move_name_with_players

    def wish_name(self, wish: Wish, seen: TrainSeen, say: Words) -> str:
        if not wish.place:
            return wish.piece
        return self.move_name(play(by_code(wish.piece), wish.place), seen, say)

    def spellings(self, move: Move, seen: TrainSeen, say: Words) -> list[str]:
        """Return the play's bone either way round, with and without the letter of the train."""
        if not isinstance(move, Play):
            return []
        bone, at = move.bone, move.at
        either_way = bone.code, f"{bone.low}-{bone.high}"
        return [f"{each}{end}" for each in either_way for end in ("", f"@{at}", f" {at}", at)]

    def most_pips(self, seen: TrainSeen) -> int | None:
        return highest(seen.setup)

    def groups(self, seen: TrainSeen, say: Words) -> list[Group]:
        ways: dict[str, tuple[Move, ...]] = {}
        for move in sorted(seen.legal, key=lambda e: e.bone.index if isinstance(e, Play) else -1):
            key = move.bone.code if isinstance(move, Play) else ""
            ways[key] = (*ways.get(key, ()), move)
        return [Group(moves, bone, say("{bone} …", bone=bone)) for bone, moves in ways.items()]

    def places(self, seen: TrainSeen, ways: Sequence[Move], say: Words) -> Places | None:
        bones = codes({move.bone for move in ways if isinstance(move, Play)})
        if not bones:
            return None
        question = say("Where do you want to play **{bone}**?", bone=bones[0])
        told = (*_describe_ends(seen.tracks, say), *_describe_trains(seen.tracks, say))
        return Places(question, self.hand(replace(seen, legal=tuple(ways))), " ".join(told), ())


def _label(train: int, seats: int) -> str:
    return name_of(train, seats).upper()


def _usable(tracks: Tracks) -> set[int]:
    """Return the trains that all may use, or the one with the double to be covered first."""
    if tracks.course.opened:
        return {tracks.course.opened[0]}
    return {train for train in range(len(tracks.trains)) if tracks.course.marked >> train & 1}


def _scene(tracks: Tracks, seen: TrainSeen | None, bright: Container[int] = ()) -> TrainsScene:
    """Return the trains, the ``bright`` ones with bright flags; without marks if not ``seen``."""
    course, seats = tracks.course, tracks.course.terms.seats
    trains = tuple(
        Train(
            _label(train, seats),
            laid,
            course.ends[train],
            "none" if seen is None else "flag" if train in bright else "greyed",
            marker=train < seats and bool(course.marked >> train & 1),
            shared=train == seats,
            active=seen is not None and train in seen.to_act,
            cover=course.opened.index(train) + 1 if train in course.opened else 0,
        )
        for train, laid in enumerate(tracks.trains)
    )
    engine = tracks.number if tracks.begun else None
    if seen is None:
        return TrainsScene(engine, trains)
    return TrainsScene(engine, trains, seen.boneyard if seen.counts else None, tracks.newest)


def _describe_ends(tracks: Tracks, say: Words) -> Iterator[str]:
    if not tracks.begun:
        yield say("The table is empty.")
        return
    course, seats = tracks.course, tracks.course.terms.seats
    ends = ", ".join(f"{_label(train, seats)} {shown}" for train, shown in enumerate(course.ends))
    # Translators: {ends} are the letters of trains with the numbers at their ends.
    yield say("Trains end in: {ends}.", ends=ends)
    yield say("{train} is the Mexican train.", train=_label(seats, seats))
    if marked := [letter(seat) for seat in range(seats) if course.marked >> seat & 1]:
        yield say("With a marker: {trains}.", trains=", ".join(marked))
    yield from _describe_doubles(tracks, say)


def _describe_doubles(tracks: Tracks, say: Words) -> Iterator[str]:
    """Say which doubles have to be covered, in their order."""
    seats = tracks.course.terms.seats
    doubles = [
        # Translators: {bone} is a double at the end of the train with that letter.
        say("{bone} at {end}", bone=tracks.ending(train).code, end=_label(train, seats))
        for train in tracks.course.opened
    ]
    if doubles:
        yield say("To be covered first: {doubles}.", doubles=", ".join(doubles))


def _describe_trains(tracks: Tracks, say: Words) -> Iterator[str]:
    if tracks.begun:
        yield say("Engine: {bone}.", bone=tracks.engine.code)
    for train, laid in enumerate(tracks.trains):
        if laid:
            bones = " ".join(f"{near}-{far}" for near, far in laid)
            label = _label(train, tracks.course.terms.seats)
            yield say("Train {train}: {bones}.", train=label, bones=bones)


def _coupled(event: Coupled, reader: Reader) -> str:
    if event.train == event.seat:
        own = N_("You played {bone} on your own train")
        other = N_("{who} played {bone} on their own train")
    elif event.train == event.seats:
        own = N_("You played {bone} on the Mexican train")
        other = N_("{who} played {bone} on the Mexican train")
    elif event.train == reader.seat:
        own = other = N_("{who} played {bone} on your train")
    else:
        # Translators: {owner} is the player whose train it is.
        own = N_("You played {bone} on {owner}'s train")
        other = N_("{who} played {bone} on {owner}'s train")
    owner = "" if event.train == event.seats else reader.name(event.train)
    told = reader.told(event.seat, own, other, bone=f"**{event.bone.code}**", owner=owner)
    say = reader.say
    if event.unmarked:
        told = say("{told}, so the marker is gone", told=told)
    return say("{told}: it has to be covered", told=told) if event.opens else told


def _move_name(move: Move, seen: TrainSeen, say: Words, who: Callable[[Seat], str]) -> str:
    match move:
        case Play(bone=bone, at=at) if at == MEXICAN:
            return say("{bone} on the Mexican train", bone=bone.code)
        case Play(bone=bone, at=at) if at == name_of(seen.seat or 0, seen.setup.seat_count):
            return say("{bone} on your train", bone=bone.code)
        case Play(bone=bone, at=at):
            owner = who(train_at(at, seen.setup.seat_count))
            return say("{bone} on {owner}'s train", bone=bone.code, owner=owner)
        case Draw():
            return say("Draw a bone")
        case Pass():
            return say("Can't play") if seen.tracks.course.drew else say("Knock")
        case Stop():
            return say("End the turn")
        case _:
            return move.code


def _playable(seen: TrainSeen) -> set[Bone]:
    return {move.bone for move in seen.legal if isinstance(move, Play)}
