"""One table of two seats: its life, its clocks, its result, and who may see what. PURE."""
