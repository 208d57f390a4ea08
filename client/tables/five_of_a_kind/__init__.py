"""The table of Five of a Kind."""
