"""The games as environments of PettingZoo, Gymnasium and OpenSpiel (docs/research.md).

Every door serves the same matches: with the same seed and the same steps all of them, and `Match`,
are in the same state.
"""
