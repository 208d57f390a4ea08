"""The wire: frames, messages and the state of a connection, without input or output."""
