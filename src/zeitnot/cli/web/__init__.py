"""Commands about pages in the browser."""
