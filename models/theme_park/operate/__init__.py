"""Rules of the Operate phase, one file a family."""
