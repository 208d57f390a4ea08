"""Questions about who a server is: at the first visit, and when its certificate is another one."""

from textual.content import Content

from client.foreign import foreign
from client.link import UnknownCertificateError
from client.screens.dialogs import Option, Question
from client.trust import fingerprint

ACCEPT = Option("a", "Accept", "accept")
LEAVE = Option("l", "Leave", "")


def introduction(met: UnknownCertificateError) -> Question:
    """Whether the certificate that a server showed is its own. The careful answer is under the cursor.

    A certificate that took the place of an accepted one is only forgotten here: the next try shows it as a new one.
    """
    where, print_ = foreign(str(met.where), "bold"), _lines(met.certificate)
    if met.accepted is None:
        text = Content.assemble(
            "The connection to ", where, " is encrypted, but no authority vouches for who is at the other end. The"
            " fingerprint (SHA-256) of its certificate is\n\n", (print_, "bold"),
            "\n\nCompare it with the one that the server printed at its start; ask whoever runs it. If you accept it,"
            " this client will know the server by it.",
        )  # fmt: skip
        return Question("First visit", text, (LEAVE, ACCEPT))
    text = Content.assemble(
        where, " shows another certificate than the one that you accepted. Somebody may be listening in; or the"
        " server was set up anew. Accepted was\n\n", (_lines(met.accepted), "bold"),
        "\n\nand now it shows\n\n", (print_, "bold"),
        "\n\nOnly if whoever runs it confirms the new one: forget the old one, and connect again.",
    )  # fmt: skip
    return Question("Another certificate", text, (LEAVE, Option("f", "Forget the old one", "forget")))


def _lines(certificate: str) -> str:
    """A fingerprint in two lines of sixteen bytes."""
    pairs = fingerprint(certificate).split(":")
    return f"  {':'.join(pairs[:16])}:\n  {':'.join(pairs[16:])}"
