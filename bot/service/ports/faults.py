"""The faults of the store."""


class StoreFault(Exception):
    """The store failed, or could not say whether it succeeded."""


class StoreBusy(StoreFault):
    """The database was locked for too long; nothing was written, retry in a moment."""


class StoreReadOnly(StoreFault):
    """The database is read-only; nothing was written."""


class StoreTooNew(StoreFault):
    """The database was made by a newer version of Boneyard."""


class ChannelTaken(Exception):
    """The channel already has an open match."""


class InvitationLimit(Exception):
    """Somebody would have invited too many people in a short time; nothing was written."""

    def __init__(self, left: int) -> None:
        """Take the number of people that they may still invite."""
        super().__init__(f"{left} more invitations are allowed")
        self.left = left


class WatcherLimit(Exception):
    """Too many people would watch a match; nothing was written."""


class Conflict(StoreFault):
    """The stored data has changed since it was read; nothing was written."""

    def __init__(self) -> None:
        super().__init__("Somebody else has changed that meanwhile; nothing was written.")
