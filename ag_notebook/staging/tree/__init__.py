"""Makes, walks, prints and loads trees."""
