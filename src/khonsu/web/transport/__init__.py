"""The doors: pages, live connection, programs, replays, and the edge around them."""
