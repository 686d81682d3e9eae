"""What the scripts of the page are checked by."""
