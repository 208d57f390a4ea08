"""What the server keeps: tables, migrations and the writer."""
