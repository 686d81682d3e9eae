"""The web server of ``park-advisor serve``: gunicorn watches over one process, in which waitress speaks HTTP."""
