"""The compiled vector of matches."""
