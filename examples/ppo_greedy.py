"""PPO with masks against greedy opponents in Ankh'or.

The first four tenths of the time are played against random opponents: greedy ones win every match against a beginner, who
then learns to grab single points and never comes to build.

python examples/ppo_greedy.py --minutes 8 --curve docs/images/learning/ppo_greedy.svg
"""

from learner import arguments, train

SCHOOL = ((0.4, "random"), (1.0, "greedy"))

if __name__ == "__main__":
    train(
        arguments(__doc__.splitlines()[0], "ppo_greedy"), SCHOOL, "Ankh'or: PPO against random, then greedy opponents"
    )
