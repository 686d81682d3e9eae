"""The whole game around the Operate phase: set-up, six phases a round, end, and the record that is judged."""
