"""Who plays the matches, and where what is finished is kept: shared by all parts of the arena."""
