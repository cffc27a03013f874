"""A table inside a web page: built as a folder of static files, run by the visitor's browser."""
