"""Compilation of kernels: decorators, and all kernels before the first game."""
