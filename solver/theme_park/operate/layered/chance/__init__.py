"""Parks in which dice are rerolled: a plan is a policy, and states are worth what is expected of them."""
