"""How strong bots are."""
