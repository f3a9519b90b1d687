"""Confinement of strategies by the kernel, and protection of the referee."""
