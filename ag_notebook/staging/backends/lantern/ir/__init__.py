"""The intermediate representation: types, operations, programs, and their S-expressions."""
