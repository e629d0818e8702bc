"""Steps and events as sentences; the table as text."""
