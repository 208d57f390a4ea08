"""Five of a Kind."""
