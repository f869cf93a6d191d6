"""Lowers Python to the generated form, one construct a pass; `pipeline` lists them in order."""
