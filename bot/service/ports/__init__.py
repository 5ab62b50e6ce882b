"""The interfaces that the service needs from outside, and the faults they may raise."""
