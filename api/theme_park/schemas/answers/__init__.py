"""Answers: each field says what it means and where its value comes from, so that one class describes and writes."""
