"""What the folder of a game declares: how its options are asked for, its positions written, its turns told and taught.

Games are written with these types, and the house reads them; nothing in here knows any game.
"""
