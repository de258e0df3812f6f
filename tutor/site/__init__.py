"""The pages as a folder of static files: Python runs in the visitor's browser, and any web server can serve them."""
