"""To come."""
def generate(players, seed): raise NotImplementedError
