"""Self-play in Ankh'or: one network plays every seat and learns from all of them.

python examples/selfplay.py --minutes 8 --curve docs/images/learning/selfplay.svg
"""

from learner import arguments, train

if __name__ == "__main__":
    train(arguments(__doc__.splitlines()[0], "selfplay"), ((1.0, "self"),), "Ankh'or: self-play")
