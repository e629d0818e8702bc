"""Many matches: simulation and benchmarks."""
