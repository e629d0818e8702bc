"""Learned evaluations."""
