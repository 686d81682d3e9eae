"""Set-up: the head of a record, start boards, displays, and what each player is dealt and keeps."""
