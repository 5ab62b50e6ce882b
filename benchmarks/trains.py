"""Random tables of Mexican Train."""

from dataclasses import replace
from random import Random

from renderers.scene.trains import Train, TrainsScene


def yard(rng: Random, seats: int, highest: int, left: int = 0) -> TrainsScene:
    """Return trains of random plays, until nothing fits or only `left` bones are left.

    Trains that all may use are bright, the third seat is to move, the newest bone is ringed, and a
    last double must be covered.
    """
    pool = [(high, low) for high in range(highest + 1) for low in range(high + 1)]
    pool.remove((highest, highest))
    trains: list[list[tuple[int, int]]] = [[] for _ in range(seats + 1)]
    ends, newest = [highest] * len(trains), None
    while len(pool) > left:
        moves = [(at, bone) for at, end in enumerate(ends) for bone in pool if end in bone]
        if not moves:
            break
        newest, bone = rng.choice(moves)
        pool.remove(bone)
        near = ends[newest]
        far = bone[1] if bone[0] == near else bone[0]
        trains[newest].append((near, far))
        ends[newest] = far
    placed = []
    for at, (bones, end) in enumerate(zip(trains, ends, strict=True)):
        shared = at == seats
        marker = not shared and rng.random() < 0.4
        opened = at == newest and bones[-1][0] == bones[-1][1]
        train = Train(
            "M" if shared else "ABCDEFGH"[at],
            tuple(bones),
            end,
            "flag" if shared or marker else "greyed",
            marker,
            shared,
            active=at == min(2, seats - 1),
            cover=int(opened),
        )
        placed.append(train)
    return TrainsScene(highest, tuple(placed), len(pool), newest)


def before_the_last_move(scene: TrainsScene) -> TrainsScene:
    """Return the table without its newest bone."""
    if scene.newest is None:
        return scene
    trains = list(scene.trains)
    last = trains[scene.newest]
    *bones, (near, _) = last.bones
    trains[scene.newest] = replace(last, bones=tuple(bones), pips=near, cover=0)
    return replace(scene, trains=tuple(trains), newest=None)
