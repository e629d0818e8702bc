"""To come."""
def check(text): return []
