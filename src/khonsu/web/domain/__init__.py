"""A table, its seats, its journal, its clock. No network and no database in here."""
