"""What developers and first-time players run. Needs nothing but Python's standard library."""
