"""What makes a position inconsistent: checks over a whole position, or over what is known of one."""
