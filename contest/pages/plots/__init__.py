"""Plots of pages, as SVG."""
