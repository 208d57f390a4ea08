"""Patti 24: three cards each, betting that rises by itself, and hands that their own players have not seen.

All times are whole milliseconds of the game's clock, which begins at Start and stops only while the server is down.

The deck and the hands
    R1.  The host picks the deck: A K Q J 10 9 in four suits (24 cards, 2 to 8 players), or without the 9s (20 cards,
         2 to 6 players). Bots are players: none up to all but one, of one temper or of all three in turn.
    R2.  Trail: three of a rank. Pure sequence: three consecutive ranks of one suit. Sequence: the same in mixed suits.
         Color: three of a suit. Pair: two of a rank. High card: none of these. The first that fits counts, and each is
         better than those after it.
    R3.  The sequences are 9-10-J, 10-J-Q, J-Q-K and Q-K-A, ranked by their top card. Nothing wraps: A-9-10 and K-A-9
         are none.
    R4.  Within a category the highest card decides, then the second, then the third; between pairs the pair, then the
         third card. Suits never count, so hands can be equal.

A round
    R5.  The first dealer is drawn by lot among those who play; then the deal moves one seat to the left each round, to
         the next who plays. Nobody deals twice while others wait, also when a dealer has left.
    R6.  Everybody who plays pays the boot of 10 (20, 50, 100) coins before the cards are dealt. The bet is the boot
         again at the start of every round.
    R7.  Who has less than the boot sits out; so does who is not connected when the cards are dealt.
    R8.  Cards lie face down: nobody knows a hand, its own player included, until that player says See.
    R9.  The player on the dealer's left acts first, then each to the left who is still in.
    R10. A turn lasts 30 seconds. Whoever has not acted by then drops.
    R11. A lap is complete when each player who was in at its start and still is has acted once. The bet is then
         multiplied by 1.5 (or 2), rounded half up to the nearest 10: 10 20 30 50 80 120 180 270 410 620 930.
    R12. A round ends when one player is left in, by a show, or when somebody is all in. The winner takes the whole pot;
         the last one in need not show.

What a player may do
    R13. See: look at one's own cards, free, at any time while one is in, also out of turn. It does not spend the turn.
    R14. Bet: pay the bet; a player who is blind pays half.
    R15. At most five blind bets a round: after them See comes before Bet, All In and Show. Only Drop stays blind.
    R16. Drop: give up the hand on one's turn. What was paid stays in the pot.
    R17. Show: with exactly two in, pay the full bet, blind or not. Both hands are revealed and the better one wins.
    R18. Side show: with three or more in, a player who has seen pays the full bet and asks the nearest player still in
         who acted before in this round, who must have seen as well. It is not offered to whoever has less than the bet.
    R19. The player asked has 15 seconds to answer; none is a decline. Declined: the turn is spent and the coins stay in
         the pot. Accepted: the weaker hand drops, of equal ones the asker's. The next turn is that of the seat after
         the asker.
    R20. The two of a side show see each other's cards, and nobody else ever does.
    R21. If the asker goes meanwhile, the side show is off. If the one asked goes, that is a drop. The turn is spent
         either way.
    R22. All In: with fewer coins than the price, put in all that is left (after the boot that can be nothing). It ends
         the betting, and so does a Bet that leaves nothing: all who are in reveal, blind hands too, and the best hand
         takes the one pot. There are no side pots.
    R23. Equal best hands split the pot. Odd coins go one each to the winners nearest to the dealer's left.
    R24. The turn's clock stops as soon as its player has less than the price. The operator's cap (10 minutes from the
         start of the turn, unless set otherwise) drops them.
    R25. If the boot takes everybody's last coin, the hands are revealed at once.
    R26. A command names the turn for which it was meant. One that comes later is refused, at no cost.

Coins
    R27. Coins move only by entries: giver, taker, amount, why. Over all players, the pot and the house the sum stays
         the same, but for start balances, reloads and resets, which come from the mint. Nobody has less than nothing.
    R28. The owner of the book may reset all balances to 10,000 between rounds.
    R29. Who sits out for want of coins is reloaded to 5,000 once 25 rounds were dealt meanwhile, counted over sessions.
         If fewer than two players could pay the boot, all who cannot are reloaded at once.
    R30. Who is away for more than 60 seconds is removed, and pays a fine of 100 coins or what is there: to the pot
         while a round runs, else to the house. Coming back in time keeps seat, cards and turn.
    R31. Leaving by will is a drop without a fine, whoever's turn it is.

A session
    R32. The first round is dealt 3 seconds after Start, the next ones 8 seconds after a result, if two can play; else
         8 seconds after somebody sat down or came back.
    R33. The host may hold the next round, for as long as the operator's cap of R24, and let it go on: it is dealt a
         second later.
    R34. Somebody may sit down while the table has room, and is dealt in from the next round on. Who left may come back
         to the same seat.
    R35. A session lasts 30 (10, 50, 100) rounds. When all but one have left, it ends with that player first, after the
         running hand. When no human is left it ends at once, and the pot goes to the best of the hands still in.
    R36. At the end stand each player's net result, rounds won and best hand shown. Places go by the net result;
         who left before playing a round comes after all who did, and has no game in the history for it.
    R37. At one millisecond: removals (from the dealer's left), the answer to a side show, the turn, the deal; then the
         acts. If all are removed at once, the pot goes to the one removed last.

Deals that can be checked
    R38. Each place of each hand is committed before the first turn: SHA-256 over "salt round seat place card", in which
         the salt is 32 hexadecimal digits. A viewer gets the salts of exactly the cards that the viewer was entitled
         to see. The seed of a session is never shown.
    R39. Every round's deck is shuffled by a stream of its own, apart from the lots and from what bots draw. A server
         under test may stack a deck; the table then says so.

Bots
    R40. Bots are cautious, balanced or bold. They act by the same commands as people, on what their seat is shown: a
         hand that they have not looked at is as unknown to them as to anybody.
"""
