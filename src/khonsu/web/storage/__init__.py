"""The database: rows, queries, migrations."""
