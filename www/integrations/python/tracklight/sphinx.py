"""The Sphinx extension: the directive `dygram`, and fences marked `dygram live` in pages of MyST."""

import linecache
import re

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from . import STATIC_FOLDER
from .fence import FENCE_KEYS, FLAGS, Fence, read_words, split_words
from .renderer import Renderer

log = logging.getLogger(__name__)

#: A fence of MyST, and not its directive `{dygram}`.
_PLAIN_FENCE = re.compile(r"[\s>*+\-.)\d]*(`{3,}|~{3,})\s*dygram\b")


class dygram_machine(nodes.literal_block):
    """A machine. Builders of anything but HTML see the block of code that it is."""


class DygramDirective(SphinxDirective):
    has_content = True
    optional_arguments = 1
    final_argument_whitespace = True
    option_spec = {
        "class": directives.class_option,
        "name": directives.unchanged,
        **{key: directives.unchanged if key in FLAGS else directives.unchanged_required for key in FENCE_KEYS},
    }

    def run(self):
        words, lines, first_line = self._parts()
        source = "\n".join(lines)
        if source.strip() == "":
            raise self.error("The directive `dygram` needs the text of a machine.")
        is_live = not self._is_plain_fence() or "live" in words
        block = (dygram_machine if is_live else nodes.literal_block)(source, source, language="dygram")
        block["classes"] += self.options.get("class", [])
        if is_live:
            fence = read_words(words)
            attributes = {key: self.options[key] for key in FENCE_KEYS if key in self.options}
            block["machine"] = {
                "attributes": {**fence.attributes, **attributes},
                "notes": fence.notes,
                "file": str(self.env.doc2path(self.env.docname, base=False)),
                "line": first_line - 1,
            }
        self.set_source_info(block)
        self.add_name(block)
        return [block]

    def _parts(self):
        """The words behind the name, the lines of the source and the line of the page where they begin."""
        lines = list(self.content)
        # MyST counts from the fence, docutils from the beginning of the page.
        counts_from_fence = type(self.state).__module__.startswith("myst_parser")
        first_line = self.content_offset + 1 + (self.lineno if counts_from_fence else 0)
        argument = self.arguments[0] if self.arguments else ""
        words = split_words(argument)
        if all(word == "live" or word.partition("=")[0].lower() in FENCE_KEYS for word in words) or "live" in words:
            return words, lines, first_line
        # Without an empty line below the directive, its first lines come as the argument.
        given = argument.split("\n")
        return [], [*given, *([""] if lines else []), *lines], self.lineno + 1

    def _is_plain_fence(self):
        source, line = self.state_machine.get_source_and_line(self.lineno)
        return bool(source and line and _PLAIN_FENCE.match(linecache.getline(source, line)))


def _runs_scripts(builder):
    return builder.format == "html" and builder.name != "epub"


def _visit_machine(self, node):
    if not _runs_scripts(self.builder):
        self.visit_literal_block(node)
        return
    machine = node["machine"]
    fence = Fence(machine["attributes"], machine["notes"])
    source = f"{node.astext()}\n"
    html = self.builder.app.tracklight_renderer.element(fence, source, machine["file"], machine["line"])
    for name in node["ids"]:
        self.body.append(f'<span id="{name}"></span>')
    self.body.append(f"{html}\n")
    raise nodes.SkipNode


def _read_config(app, config):
    if "myst_parser" in app.extensions:
        config.myst_fence_as_directive = {*config.myst_fence_as_directive, "dygram"}


def _prepare(app):
    config = app.config
    app.tracklight_renderer = Renderer(
        log, config.tracklight_page, config.tracklight_prerender, config.tracklight_node
    )
    if _runs_scripts(app.builder):
        config.html_static_path.append(str(STATIC_FOLDER))


def _add_files(app, pagename, templatename, context, doctree):
    if _runs_scripts(app.builder) and doctree is not None and any(doctree.findall(dygram_machine)):
        app.add_css_file("tracklight/style.css")
        app.add_js_file("tracklight/define.js", type="module")


def _finish(app, error):
    # A build may fail before it begins.
    if hasattr(app, "tracklight_renderer"):
        app.tracklight_renderer.close()


def setup(app):
    app.require_sphinx("7.2")
    app.add_config_value("tracklight_page", None, "html", [str])
    app.add_config_value("tracklight_prerender", True, "html", [bool])
    app.add_config_value("tracklight_node", "node", "html", [str])
    app.add_node(dygram_machine, html=(_visit_machine, None))
    app.add_directive("dygram", DygramDirective)
    app.connect("config-inited", _read_config)
    app.connect("builder-inited", _prepare)
    app.connect("html-page-context", _add_files)
    app.connect("build-finished", _finish)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
