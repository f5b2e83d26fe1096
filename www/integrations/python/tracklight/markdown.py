"""Python-Markdown: fences marked `dygram live` become elements, wherever in a page they stand."""

import re

from markdown.extensions import Extension
from markdown.preprocessors import Preprocessor
from markdown.treeprocessors import Treeprocessor
from markdown.util import HTML_PLACEHOLDER_RE, AtomicString

from .fence import read_words, split_words

_OPENING = re.compile(r"^(?P<prefix>[\s>]*)(?P<fence>`{3,}|~{3,})(?P<info>[^\n]*)$")
#: `{ .dygram .live height=320 }`, as extensions of Python-Markdown write what a fence says.
_BRACES = re.compile(r"^\{(.*)\}$")

#: After snippets are included and line ends are equal; before anybody else looks for fences.
_PRIORITY = 28


class TracklightExtension(Extension):
    """`render` turns a fence, its source and its line within the text into HTML."""

    def __init__(self, render):
        super().__init__()
        self._render = render

    def extendMarkdown(self, md):
        stored = {}
        # Not within a paragraph.
        md.block_level_elements.append("tracklight-machine")
        md.preprocessors.register(FencePreprocessor(md, self._render, stored), "tracklight_fences", _PRIORITY)
        # Before highlighters read the text of code blocks.
        md.treeprocessors.register(QuotedFences(md, stored), "tracklight_quoted_fences", 40)


class FencePreprocessor(Preprocessor):
    """Puts each live fence aside as HTML. A fence within another fence is text of that one."""

    def __init__(self, md, render, stored):
        super().__init__(md)
        self._render = render
        self._stored = stored

    def run(self, lines):
        self._stored.clear()
        out = []
        at = 0
        while at < len(lines):
            opening = _OPENING.match(lines[at])
            end = _end_of(lines, at, opening) if opening else None
            if opening is None or end is None:
                out.append(lines[at])
                at += 1
                continue
            words = _live_words(opening["info"])
            if words is None:
                out.extend(lines[at : end + 1])
            else:
                prefix = opening["prefix"]
                source = "".join(f"{_inner(line, prefix)}\n" for line in lines[at + 1 : end])
                place = self.md.htmlStash.store(self._render(read_words(words), source, at + 1))
                self._stored[place] = "\n".join(_inner(line, prefix) for line in lines[at : end + 1])
                # Without an empty line before it, it would be part of a paragraph.
                out.extend(["", prefix + place, ""])
            at = end + 1
        return out


class QuotedFences(Treeprocessor):
    """Gives indented code blocks the fences back that they show as text."""

    def __init__(self, md, stored):
        super().__init__(md)
        self._stored = stored

    def run(self, root):
        for pre in root.iter("pre"):
            for code in pre.iter("code"):
                if code.text and HTML_PLACEHOLDER_RE.search(code.text):
                    code.text = AtomicString(self._restored(code.text))

    def _restored(self, text):
        for place, lines in self._stored.items():
            # The preprocessor put an empty line on both sides.
            text = re.sub(rf"\n?\n?{re.escape(place)}\n?\n?", lambda _: f"\n{lines}\n", text)
        return text.lstrip("\n")


def _end_of(lines, at, opening):
    """The line that closes a fence; None where there is none, as then it is no fence."""
    fence = opening["fence"]
    if fence[0] == "`" and "`" in opening["info"]:
        return None
    closing = re.compile(rf"^[\s>]*{re.escape(fence[0])}{{{len(fence)},}}\s*$")
    depth = opening["prefix"].count(">")
    for end in range(at + 1, len(lines)):
        if lines[end][: len(lines[end]) - len(lines[end].lstrip("> \t"))].count(">") < depth:
            return None
        if closing.match(lines[end]):
            return end
    return None


def _live_words(info):
    """The words behind the language of a live fence of DyGram; None for any other fence."""
    braces = _BRACES.match(info.strip())
    words = split_words(braces[1] if braces else info)
    if braces:
        words = [word.lstrip(".") for word in words]
    if words[:1] != ["dygram"] or "live" not in words:
        return None
    return words[1:]


def _inner(line, prefix):
    """A line of a fence without what the list or the quotation around it puts in front of each line."""
    if line.startswith(prefix):
        return line[len(prefix) :]
    width = 0
    while width < min(len(line), len(prefix)) and line[width] in "> \t":
        width += 1
    return line[width:]
