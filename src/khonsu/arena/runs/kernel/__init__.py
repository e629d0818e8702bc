"""The compiled part: random matches with every decision kept."""
