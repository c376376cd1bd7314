/// Seed.
