"""The rules of the games: pure values and functions, without a clock, randomness of their own, input or output."""
