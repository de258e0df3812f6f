"""What somebody who means harm may send, and that it costs nobody else anything."""
