"""Where time, chance, disk and sockets meet the rules."""
