"""Whether people may take hints at a table."""

from enum import Enum


class HintRule(Enum):
    """Whether the people at a table may take hints; where only one person sits, they always may."""

    OFF = "off"
    ON = "on"
