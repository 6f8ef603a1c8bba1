"""What is kept: the schema, the journal of moves, and the one writer that commits both."""
