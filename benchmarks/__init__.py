"""How fast and how small: `python -m benchmarks` measures everything in one run."""
