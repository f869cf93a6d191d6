"""Stages text: what is made, taken apart, formatted and printed when the graph runs."""
