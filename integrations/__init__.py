"""Adapters of the games to other projects' libraries; nothing imports them."""
