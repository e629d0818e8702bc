"""What one pair of eyes gets to see."""
