"""Pages in the browser: runs, live and finished, and how policies spend a clock.

How a page is added:

1. Write a module in this room with `SECTION = Section(path=..., title=..., routes=routes)`; `routes(site)`
   returns Starlette routes. A title puts it into the navigation; `largest_body` allows larger uploads.
2. Add its SECTION to `SECTIONS` in `app.py`. The gate in front of all sections has already checked host,
   origin, token, size and number of requests when an endpoint is called; only a POST may change anything.
3. Build HTML with `tag` and `shell` (`markup.py`, `shell.py`): plain strings are escaped, and only `Html` is
   not. The content security policy allows no inline script and no inline style: scripts are modules in
   `assets/`, named in `shell(..., scripts=("my_page.js",))`, and styles are classes in `assets/web.css`.
4. A ZeitnotError becomes a page that says what is wrong; blocking work goes into `def` endpoints, which run
   in threads, never into `async def` ones.
5. Test it through `tests/web/fixtures_site.py`: a real server on loopback, and a real Chromium.
"""

from zeitnot.facades import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__)
