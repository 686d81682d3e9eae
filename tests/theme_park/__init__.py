"""Tests of Dice Theme Park: rules, engines, parity, properties."""
