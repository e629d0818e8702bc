"""Intervals, ratings and charts: used by arena, reports and analysis."""
