"""Programs as machine code: `compiled(program, name)` gives an `Executable`."""
