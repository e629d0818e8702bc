"""Knocks at every door of a server with what nobody should send, and sees whether it minds."""
