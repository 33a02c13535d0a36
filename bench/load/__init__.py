"""Many records uploaded in one file through the web."""
