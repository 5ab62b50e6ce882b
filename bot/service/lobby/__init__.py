"""From /play to the first move: lobbies, seats, start, rematch."""
