"""The Textual client: screens, tables and the state they draw."""
