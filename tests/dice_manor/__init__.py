"""Tests of Dice Manor: its rules, the Grand Opening and its faces."""
