"""Pages in the browser: runs, live and finished, and how policies spend a clock."""

from zeitnot.web.server import PageBeside as PageBeside, Server as Server
from zeitnot.web.site import Site as Site
