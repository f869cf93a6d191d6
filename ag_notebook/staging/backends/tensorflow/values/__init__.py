"""What a value is while a graph is built: its type, how it crosses the border of a branch or loop, and what stands for it."""
