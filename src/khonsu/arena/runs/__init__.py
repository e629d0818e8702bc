"""Many matches among bots: planned, played, kept, reported."""
