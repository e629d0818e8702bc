"""The learned evaluation in compiled code."""
