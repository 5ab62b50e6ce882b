"""The base of the values that rules are made of: states, events and steps."""

from typing import dataclass_transform

from msgspec import Struct, field


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Value(Struct, frozen=True, gc=False):
    """A frozen value that is declared like a dataclass, and much cheaper to make than one.

    Rules make several values on every move. Values of different classes are never equal. To change
    some fields, use :func:`msgspec.structs.replace`. With ``kw_only=True``, only the fields of that
    class itself are keyword-only, not those of classes derived from it. The garbage collector skips
    values, which are never part of a cycle: a value refers only to what was made before it.
    """
