"""Commands about matches: play, resume, list, report, export."""
