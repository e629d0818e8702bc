"""Compiled self-play."""
