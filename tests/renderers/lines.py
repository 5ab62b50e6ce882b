from random import Random

from renderers.scene.bones import LaidBone, LineScene, OpenEnd

SET = tuple((high, low) for high in range(7) for low in range(high + 1))


def random_line(rng: Random, *, left: float, crosswise: float = 1.0, labels: str = "") -> LineScene:
    """Return a line played until nothing fits; the chance to take the left end is `left`. A double
    is laid crosswise with the chance `crosswise`."""
    pool = list(SET)
    rng.shuffle(pool)
    near, far = pool.pop()
    bones = [LaidBone(near, far, crosswise=near == far and rng.random() < crosswise)]
    tips = {"l": (0, near), "r": (0, far)}
    while True:
        arms = ["l", "r"] if rng.random() < left else ["r", "l"]
        moves = [(arm, bone) for arm in arms for bone in pool if tips[arm][1] in bone]
        if not moves:
            break
        arm, bone = rng.choice([move for move in moves if move[0] == moves[0][0]])
        pool.remove(bone)
        parent, near = tips[arm]
        far = bone[1] if bone[0] == near else bone[0]
        across = near == far and rng.random() < crosswise
        bones.append(LaidBone(near, far, parent, arm if parent == 0 else "end", across))
        tips[arm] = (len(bones) - 1, far)
    return cut(LineScene(tuple(bones)), len(bones), labels)


def line(count: int, *, seed: int = 1, left: float = 0.5, labels: str = "") -> LineScene:
    rng = Random(seed)
    while True:
        found = random_line(rng, left=left)
        if len(found.bones) >= count:
            return cut(found, count, labels)


def cut(line: LineScene, count: int, labels: str = "") -> LineScene:
    tips = {"l": 0, "r": 0}
    arms = [""]
    for index, bone in enumerate(line.bones[1:count], 1):
        arms.append(bone.side if bone.parent == 0 else arms[bone.parent or 0])
        tips[arms[index]] = index
    ends = []
    for place, (arm, tip) in enumerate(tips.items()):
        bone = line.bones[tip]
        pips = bone.near if tip == 0 and arm == "l" else bone.far
        label = labels[place] if labels else ""
        ends.append(OpenEnd(tip, "end" if tip else arm, pips, label))
    return LineScene(line.bones[:count], tuple(ends), count - 1)
