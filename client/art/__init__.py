"""Card faces, palettes and glyphs."""
