"""What a pass found, from its packed steps to a plan."""
