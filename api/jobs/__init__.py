"""Long searches that outlive a request: asked for, followed, cancelled, kept."""
