"""What runs beside the requests: live tables, bots, presence, word between processes."""
