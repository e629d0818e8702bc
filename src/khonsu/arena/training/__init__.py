"""Evaluations learned by self-play."""
