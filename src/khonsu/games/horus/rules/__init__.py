"""The rules, compiled: one file per chapter of the rules text."""
