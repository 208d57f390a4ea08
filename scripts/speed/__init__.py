"""What `scripts/bench` measures: one module for each bench."""
