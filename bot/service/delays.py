"""How long the bot waits with what it could do at once, so that its timing is natural."""

from dataclasses import dataclass, field

from bot.service.clock.quiet_time import NO_QUIET_TIME, QuietTime
from bot.service.play.computers import AT_ONCE, AnswerTime


@dataclass(frozen=True, slots=True)
class Delays:
    """The delays of computers' answers and of calls."""

    answers: AnswerTime = field(default_factory=AnswerTime)
    calls: QuietTime = field(default_factory=QuietTime)


NO_DELAYS = Delays(AT_ONCE, NO_QUIET_TIME)
