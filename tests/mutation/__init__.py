"""Mutation testing: the rules are broken at random places, and the tests have to notice."""
