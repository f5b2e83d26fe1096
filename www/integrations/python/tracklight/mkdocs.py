"""The MkDocs plugin: `plugins: [tracklight]`."""

import os

import mkdocs
from mkdocs.config import base, config_options
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin, get_plugin_logger
from mkdocs.structure.files import File

from . import STATIC_FOLDER
from .markdown import TracklightExtension
from .renderer import Renderer

log = get_plugin_logger(__name__)

_OLDEST = (1, 6)


class TracklightConfig(base.Config):
    #: Address of the playground that Open and Share of each machine lead to.
    page = config_options.Optional(config_options.URL())
    #: Whether pictures are drawn where Node is found.
    prerender = config_options.Type(bool, default=True)
    #: The program that draws them.
    node = config_options.Type(str, default="node")


class TracklightPlugin(BasePlugin[TracklightConfig]):
    def on_config(self, config):
        if tuple(int(part) for part in mkdocs.__version__.split(".")[:2]) < _OLDEST:
            raise PluginError(f"tracklight needs MkDocs 1.6 or newer; this is {mkdocs.__version__}.")
        self._renderer = Renderer(log, self.config.page, self.config.prerender, self.config.node)
        self._page = None
        self._first_line = 0
        config.markdown_extensions.append(TracklightExtension(self._render))
        config.extra_css.insert(0, "tracklight/style.css")
        script = config_options.ExtraScriptValue("tracklight/define.js")
        script.type = "module"
        config.extra_javascript.append(script)
        return config

    def on_files(self, files, config):
        for folder, _, names in os.walk(STATIC_FOLDER):
            for name in names:
                path = os.path.join(folder, name)
                uri = os.path.relpath(path, STATIC_FOLDER).replace(os.sep, "/")
                # A copy of the files in `docs_dir` is what an author had before there was a plugin.
                if files.get_file_from_path(uri) is None:
                    files.append(File.generated(config, uri, abs_src_path=path))
        return files

    def on_page_markdown(self, markdown, page, config, files):
        self._page = page
        # What stands before the text, which is the front matter, is in the file but not in the text.
        whole = page.file.content_string.replace("\r\n", "\n").lstrip("\ufeff")
        at = whole.find(markdown)
        self._first_line = 0 if at < 0 else whole.count("\n", 0, at)
        return markdown

    def _render(self, fence, source, line):
        # Other plugins render texts that are no pages.
        file = self._page.file.src_uri if self._page else "text"
        return self._renderer.element(fence, source, file, self._first_line + line)

    def on_post_build(self, config):
        self._renderer.close()

    def on_build_error(self, error):
        self._renderer.close()
