"""Reads facts off trees; facts live in side tables, never on nodes."""
