"""The table in the browser: pages, the live table, storage. `docs/web.md` says how its parts fit together."""
