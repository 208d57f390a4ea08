"""One table for each game; `registry` names them."""
