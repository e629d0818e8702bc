"""PPO with masks against greedy opponents in Ankh'or.

python examples/ppo_greedy.py --minutes 8 --curve docs/images/learning/ppo_greedy.svg
"""

from learner import arguments, train

if __name__ == "__main__":
    train(arguments(__doc__.splitlines()[0], "ppo_greedy"), "greedy", "Ankh'or: PPO against greedy opponents")
