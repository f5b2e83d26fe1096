"""Fences: what of `dygram live height=320` becomes attributes of the element, and the element without a picture."""

import json
import re
from dataclasses import dataclass, field
from html import escape
from pathlib import Path

#: What a fence may set, as `fence-keys.ts` says, and which keys need no value.
_KEYS = json.loads((Path(__file__).parent / "fence-keys.json").read_text(encoding="utf-8"))
FENCE_KEYS: list = _KEYS["keys"]
FLAGS: list = _KEYS["flags"]
#: Of pictures in files, which are not for sites.
_PICTURE_KEYS: list = _KEYS["pictureKeys"]

_WORD = re.compile(r"""(?:[^\s,"']|"[^"]*"|'[^']*')+""")
_QUOTED = re.compile(r"""(["'])(.*)\1""")


@dataclass
class Fence:
    """The parts of an element."""

    attributes: dict = field(default_factory=dict)
    #: What was ignored, in words.
    notes: list = field(default_factory=list)


def split_words(info: str) -> list:
    """The words of an info string, which stand between spaces or commas."""
    return _WORD.findall(info)


def read_words(words: list) -> Fence:
    """Reads the words of a fence after its language."""
    fence = Fence()
    for word in words:
        if word == "live":
            continue
        key, sign, value = word.partition("=")
        key = key.lower()
        if key in _PICTURE_KEYS:
            continue
        if key not in FENCE_KEYS:
            known = ", ".join(FENCE_KEYS)
            fence.notes.append(f"Ignored `{word}` in the fence. Known keys: {known}.")
        elif not sign and key not in FLAGS:
            fence.notes.append(f"Ignored `{key}` in the fence: it needs a value, as in `{key}=…`.")
        else:
            quoted = _QUOTED.fullmatch(value)
            fence.attributes[key] = quoted[2] if quoted else value
    return fence


def plain_html(attributes: dict, source: str) -> str:
    """The element without a picture: readers see the source until the machine has loaded."""
    texts = "".join(f' {name}="{escape(value)}"' if value else f" {name}" for name, value in attributes.items())
    return f"<tracklight-machine{texts}><pre><code>{escape(source)}</code></pre></tracklight-machine>"
