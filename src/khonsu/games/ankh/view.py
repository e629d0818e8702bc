"""To come."""
def view(s, seat): return {}
def breakdown(s, seat): return {}
