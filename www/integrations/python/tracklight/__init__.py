"""State machines in the pages of MkDocs and Sphinx."""

from pathlib import Path

#: The folder whose content goes into a site: a folder `tracklight` with the files that pages load.
STATIC_FOLDER = Path(__file__).parent / "static"
