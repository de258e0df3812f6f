"""Mutation testing: the rules are broken at random places, and the tests are asked whether they notice."""
