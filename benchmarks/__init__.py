"""Measures of speed and size: `python -m benchmarks` takes them all in one run."""
