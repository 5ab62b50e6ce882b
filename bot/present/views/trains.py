"""Mexican Train's table: trains of bones around a hub, from hands that only their owners see."""

from collections.abc import Callable, Container, Iterator, Sequence

from msgspec.structs import replace

from bot.domino.bone import by_code
from bot.engine.contract import Event, Move, Seat, Setup
from bot.engine.planning import Wish
from bot.engine.translatable import N_
from bot.games.common.pieces import Draw, Pass
from bot.games.connecting.moves import Play, play
from bot.games.mexican_train.course import MEXICAN, Stop, Tracks, TrainSeen, name_of, train_at
from bot.games.mexican_train.events import Coupled, EngineLaid, Stopped, Stuck, TrainsEnded
from bot.games.mexican_train.options import highest
from bot.present.i18n import Words
from bot.present.text.seats import Reader, letter, lettered
from bot.present.views.bone_hands import BoneHandsView
from bot.present.views.line import boneyard
from bot.present.views.view import Options
from renderers.scene.bones import Scene
from renderers.scene.captions import BoneSign, EndSign, Glyph, Sign
from renderers.scene.trains import Train, TrainsScene


class TrainsView(BoneHandsView[TrainSeen, TrainsEnded]):
    seen_type = TrainSeen
    end_type = TrainsEnded
    calls_by_name = True
    tells_empty_boneyard = True
    until_change = N_(
        "It holds until somebody can't play, another player is down to two, or you get a new bone."
    )

    def lying(self, seen: TrainSeen, plays: Sequence[Play] = ()) -> TrainsScene:
        fitting = {train_at(play.at, seen.setup.seat_count) for play in plays}
        return _scene(seen.tracks, seen, fitting or _usable(seen.tracks))

    def describe_places(self, seen: TrainSeen, say: Words) -> Iterator[str]:
        return _describe_ends(seen.tracks, say)

    def describe_lying(self, seen: TrainSeen, say: Words) -> Iterator[str]:
        return _describe_trains(seen.tracks, say)

    def lying_at_end(self, over: TrainsEnded) -> TrainsScene:
        return _scene(over.tracks, None)

    def describe_lying_at_end(self, over: TrainsEnded, say: Words) -> Iterator[str]:
        return _describe_trains(over.tracks, say)

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
        seats, bones = (0,) if wide else (0, 1), {"set": by_code(hub).high}
        tracks = Tracks.first(Setup(seats, {**options, **bones}, len(seats), seats))
        tracks = replace(tracks, begun=True)
        for code in laid:
            text, _, at = code.partition("@")
            tracks = tracks.lay(train_at(at, len(seats)), by_code(text))
        return _scene(tracks, None)

    # In words.

    def facts(self, seen: TrainSeen, say: Words) -> Iterator[str]:
        yield from _describe_doubles(seen.tracks, say)
        if seen.counts:
            yield boneyard(seen.boneyard, say)

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
    ends, seats = tracks.course.ends, tracks.course.terms.seats
    doubles = [
        # Translators: {bone} is a double at the end of the train with the letter {end}.
        say("{bone} on train {end}", bone=f"{ends[train]}-{ends[train]}", end=_label(train, seats))
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
