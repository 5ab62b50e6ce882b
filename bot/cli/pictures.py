"""Pictures of a moment in a record."""

from bot.cli.errors import CannotDo
from bot.cli.replay import LoadedRecord
from bot.engine.contract import Seat
from bot.games.common.events import RoundEndEvent
from bot.present.scenes import hand_scene, round_scene, table_scene
from renderers.scene.bones import Scene


def scene_after(loaded: LoadedRecord, entries: int, seat: Seat | None = None) -> Scene:
    """Return the scene of the table after that many log entries, or of what ``seat`` then holds.

    After an entry that ended a round it is that round's end, all hands face up.
    """
    loaded.check_seat(seat)
    length = len(loaded.record.log)
    if not 0 <= entries <= length:
        raise CannotDo(f"there is no ply {entries}; the log has 0 to {length}")
    state, ended = loaded.rules.start(loaded.setup), None
    plies = loaded.plies(seat)
    for ply in (next(plies) for _ in range(entries)):
        state = ply.state
        ended = next((event for event in ply.events if isinstance(event, RoundEndEvent)), None)
    if ended is not None:
        return round_scene(ended)
    seen = loaded.rules.observe(state, seat)
    return table_scene(seen) if seat is None else hand_scene(seen)
