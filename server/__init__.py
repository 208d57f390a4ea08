"""The Trio server: lobby, rooms, accounts and the store."""
