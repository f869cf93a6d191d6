"""Lantern: numeric programs with recursion, differentiated and compiled to machine code (Moldovan et al. 2019, §8)."""
