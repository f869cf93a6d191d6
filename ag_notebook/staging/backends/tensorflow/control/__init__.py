"""Stages control flow: branches, loops and logic become functional `If` and `While` ops."""
