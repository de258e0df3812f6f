"""The pages as a folder of static files: Python runs in the visitor's browser, and any plain web server will do."""
