"""Five of a Kind: cards appear one by one, and whoever first sees five of one kind claims.

All times are whole milliseconds of the room's clock, which begins at Start and is not stopped by a claim.

The room
    R1.  One to eight humans play, and at most one bot. Alone is allowed. A guest plays alone or with the bot.
    R2.  Any combination of the trait types color, shape and shading is enabled, none of them too. All are at first.
    R3.  Further settings, the default first: 4, 3 or 5 card slots; previous cards kept shown, or masked with "?"; a
         chance of 2, 0, 5, 10 or 20 % for an empty card; no trait hint, or availability only; a starting interval of
         1, 2 or 3 s; 3, 2 or 5 s to choose a trait; a lockout of 2, 0 (none), 1, 3, 4 or 5 rounds; no bot, or one
         that is Adaptive, Beginner, Intermediate or Expert.
    R4.  With a type enabled, Matching (default) or Non-matching is counted; with none only Anything, and the time to
         choose is not used. Turning the last type off changes to Anything, turning one on again to Matching.
    R5.  A change to Non-matching selects a starting interval of 3 s, one to Matching 1 s.
    R6.  One of three ends is in effect, the one used last: 3 (1, 5, 10) minutes by default, 30 (10, 50, 100) rounds,
         or 30 (20, 50) points. The others keep their values.
    R7.  Settings that contradict R4 are refused. An operator may bound the card interval; bounds that cross are
         refused.

The deck
    R8.  A regular card has a number from 1 to 3 and a value of each type: red, green, blue; squiggle, oval, diamond;
         solid, striped, open. A type that is not enabled is fixed: blue, oval, solid. So n enabled types make 3^(1+n)
         cards: 3, 9, 27 or 81.
    R9.  A deal is an empty card with the chance of the settings, else one of the regular cards, each equally likely,
         with replacement. Empty cards do not count as part of the deck.

Dealing
    R10. At Start all slots are empty, everybody has 0 points, and the pointer shows slot 1. The first card appears
         one starting interval later, each further one an interval after the one before.
    R11. A card appears in the slot that the pointer shows, over the card that lay there; then the pointer moves on,
         from the last slot to the first.
    R12. The first card begins round 1. Cards come in the same round until somebody claims; the first card after that
         begins the next round.
    R13. With Keep shown every dealt card is visible. With Mask only the newest is: every earlier card, an empty one
         too, is a question mark, and a slot without a card stays empty.
    R14. Every card dealt is counted, empty ones too, and every deal after which the board has an answer is a scoring
         opportunity. Both totals are hidden until the end; no view numbers the deals. A card is named by the game's
         revision, which counts every change.

Answers
    R15. Only values of enabled types can be selected. With Matching such a trait is an answer when exactly five
         printed symbols have it; with Non-matching when exactly five printed symbols have it not. A board can have
         several.
    R16. A card counts with its printed number, for each of its traits. Empty cards and slots without a card count
         zero, either way.
    R17. With Anything the board has one answer when exactly five symbols are printed in all.
    R18. What contributes to an answer: with Matching the cards that have the trait, with Non-matching those that have
         it not, with Anything all but empty cards; an empty card never does.
    R19. With the hint, everybody is told while the game runs whether the board has an answer, never which.

Claims
    R20. A claim is accepted when the game runs, a card has been dealt, the round is open, the player is neither
         resigned nor locked out, and the claim names the newest card. The board need not have an answer: that is a
         mistake, which costs what R27 says.
    R21. Everything else is refused at no cost: before the first card, locked out, naming an older card ("a new card
         came first"), or after another claim, with who was first and by how many ms ("at the same moment" for none).
         Of two claims, the one that the server took first wins.
    R22. An accepted claim closes the round to everybody else and stops the cards. What was left until the next card
         is kept.
    R23. While choosing in a typed room the claimant sees no dealt card, not even the newest; everybody else sees the
         board as before. This ends when the claim is settled. Others' lines reach the claimant after that.
    R24. In a typed room the claimant selects a trait before the time to choose is over; at the deadline it is a
         timeout.
    R25. In an Anything room the claim is settled at once: correct exactly when five symbols are in play.
    R26. A correct claim adds one point.
    R27. An incorrect claim or a timeout changes no points and locks the claimant out by R31.
    R28. When a claim is settled, the next card comes after the rest that was kept. Nobody can claim before it.
    R29. Everybody is told the outcome and the trait chosen. With Keep shown the board as it was and all its answers
         are shown as well, with Mask nothing more.
    R30. Kept of every accepted claim: the round, the claimant, the time since the newest card, the time from the
         claim to the selected trait (none for Anything, timeout, resignation and game deadline), and one of five
         outcomes: correct, incorrect, timeout, resignation, game deadline.

Lockouts
    R31. A failing claimant is locked out of claims and of the interval vote for the set number of rounds to come, and
         loses the vote given. With None nothing is locked and the vote stays.
    R32. An accepted claim makes everybody else's lockout one round shorter. Who reaches 0 may vote from then on and
         claim from the next card.
    R33. If all who are present are locked out, the smallest of their lockouts is taken off all of theirs, and
         everybody is told how many rounds that was. This is checked when a claim is settled and after every
         resignation, absence and return.
    R34. Present are the bot and the humans neither resigned nor away for over 10 s.

The interval vote
    R35. From Start to the end, also before the first card and during a claim, a human who is neither resigned nor
         locked out may vote for slower, faster, or neither (which clears the vote). The vote that one has cannot be
         given again.
    R36. Immediately before each card the votes are counted, also before the first. Eligible are humans who are
         present and not locked out; the bot is left out. Strictly more than half of them decide.
    R37. Faster makes the interval 10 % shorter, slower 10 % longer, rounded half up to whole ms, at least 1, within
         the operator's bounds. It holds from that card to the following one. The starting interval of the settings
         stays.
    R38. The votes that won are cleared, those for the other side stay. The totals shown are those of eligible votes.

Leaving
    R39. A human may resign in every phase. The vote is cleared, the points stay, and the player may watch and chat.
    R40. If the claimant resigns, the claim is cancelled without a change of score, and the cards go on.
    R41. Leaving the room is resigning. A lost connection is not: a claim that waits then runs out by itself.
    R42. When all humans have resigned, the game is abandoned; a claim of the bot that still waits is left out of the
         tables. (If the last resignation cancels the claim of the final round, the game is complete instead: R46.)
    R43. The server resigns all humans when none of those who play on has been connected for 2 minutes, or when no
         human has acted for 10 minutes. A refused command is not an act.

The end
    R44. No claim, answer, vote or card is accepted after the end.
    R45. By time: the limit after Start, claims included. A claim that waits then ends as game deadline, without score
         or lockout; so does one whose own deadline is that millisecond. A card due then is not dealt.
    R46. By rounds: when the claim that closed the final round is settled, runs out or is cancelled.
    R47. By points: as soon as somebody has the target.
    R48. At one millisecond: the end by time, the timeout of a claim, absences (R34), the card, the server's
         resignations (R43), then the acts, a human's before a bot's. All that time does happens at its own
         millisecond, however late the server wakes.
    R49. Missed opportunities are the scoring opportunities minus all final points; never below 0.
    R50. The table of reaction times has a row for each player, the bot too, and four ranges: under 0.5 s, to 1 s, to
         2 s, and above; a range holds its lower bound. Each is the share of the player's claims in whole percent,
         split into correct and unsuccessful ones, each rounded by itself.
    R51. The scoreboard ranks by points, then the lower rating at Start, then the seat.
    R52. A game without guests is rated, alone too, where the formula gives 0. An abandoned one is rated only if it
         was human-only and somebody has a point, so that nobody can void a loss. Those who resigned are rated as
         well.
    R53. The bot counts in the rating with its points and 1500, and stays there; its change is shared among the
         humans.

The bot
    R54. It claims and answers by the same commands as a human, by what its seat is shown, and is locked out like one.
         It neither votes nor resigns, and stops when the humans have all resigned.
    R55. Adaptive's sums belong to the game and are updated once when a round's claim is settled, however it ended.
    R56. The reaction time of each accepted human claim is observed.
    R57. Where the board had an answer, a human's correct trait is observed as 100, an incorrect one or a timeout as
         0; a resignation and the game's deadline not at all. Anything gives no such observation.
    R58. When a board without an answer appears, each eligible human is observed once, when the next card comes or
         anybody claims: 100 for an accepted claim of that human (also one cancelled later), else 0. Who resigns
         meanwhile gives 0.
    R59. A server under test also shows the answers of the board, and of a bot its three numbers, while the game runs.
"""
