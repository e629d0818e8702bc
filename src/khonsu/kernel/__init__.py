"""What rules are written with: the compiler, chance, events, pending decisions, and the contract of a game.

Nothing in here knows any game. `docs/contract.md` shows how the parts fit together on a complete small game.
"""
