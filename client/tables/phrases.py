"""Times and numbers as every table writes them."""


def span(milliseconds: float) -> str:
    """A time as a clock shows it: "0:42", "12:05", "71:59:30". Parts of a second are dropped."""
    seconds = max(0, int(milliseconds // 1000))
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def count(number: int, noun: str) -> str:
    """A number with its noun: "1 round", "2 rounds", and for votes "0 vote"."""
    plural = number > 1 or (number == 0 and noun != "vote")
    return f"{number} {noun}{'s' if plural else ''}"


def gain(before: float, after: float) -> str:
    """How much a rating changed, to one decimal: "+13.2", "-5.5", and "0.0" without a sign."""
    by = round(after - before, 1)
    return f"{by:+.1f}" if by else "0.0"
