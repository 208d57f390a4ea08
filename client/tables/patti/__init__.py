"""The table of Patti 24."""
