"""Breaks a server in every way we know of while matches are played, and looks whether anything was lost or hangs."""
