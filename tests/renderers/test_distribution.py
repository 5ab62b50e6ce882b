from renderers.scene.scores import DistributionColumn, DistributionScene

SHARES = (0.02, 0.05, 0.11, 0.09, 0.16, 0.2, 0.14, 0.12, 0.06, 0.05)
STRONG = (0.0, 0.02, 0.05, 0.1, 0.12, 0.18, 0.2, 0.15, 0.1, 0.08)
COLUMNS = tuple(
    DistributionColumn(10 * nth - 60, *shares)
    for nth, shares in enumerate(zip(SHARES, STRONG, strict=True))
)
SCENES = {"distribution": DistributionScene(COLUMNS, 6, 7)}
HEIGHTS = (0.3, 0.5)
MORE_SCENES = {
    "no results": DistributionScene(()),
    "a single player": DistributionScene((DistributionColumn(-7, 1.0),), 0, -7),
    "only strong computers": DistributionScene(
        tuple(DistributionColumn(each.label, 0.0, each.strong) for each in COLUMNS)
    ),
    "long numbers": DistributionScene(
        tuple(DistributionColumn(-1_000_000 - nth, 0.1) for nth in range(10)), 9, -1_000_005
    ),
}
TOLD_APART = [
    (DistributionScene(COLUMNS, 5), DistributionScene(COLUMNS, 6)),
    (DistributionScene(COLUMNS), DistributionScene(COLUMNS[:9])),
    (DistributionScene(COLUMNS, 5, -6), DistributionScene(COLUMNS, 5, -7)),
]
