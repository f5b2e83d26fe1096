"""Draws machines with Node, which runs once for all machines of a build."""

import atexit
import json
import os
import shutil
import subprocess
from pathlib import Path

from .fence import Fence, plain_html

_COMMAND = Path(__file__).parent / "node" / "cli.js"


class Renderer:
    """Turns fences into elements: with a picture where Node is found, else without."""

    def __init__(self, log, page=None, prerender=True, node="node"):
        """`log` has the methods `info` and `warning`."""
        self._log = log
        self._page = page
        self._node = node
        self._is_wanted = prerender
        self._process = None
        self._owner = 0
        atexit.register(self.close)

    def element(self, fence: Fence, source: str, file: str, line: int) -> str:
        """The HTML of a machine. `line` is that of the fence: the source begins on the next one."""
        for note in fence.notes:
            self._log.warning(f"{file}:{line}: {note}")
        request = {"attributes": list(fence.attributes.items()), "source": source, "file": file, "line": line}
        if self._page:
            request["page"] = self._page
        reply = self._ask(request) if self._is_wanted else None
        if reply is None:
            page = {"page": self._page} if self._page and "page" not in fence.attributes else {}
            return plain_html({**fence.attributes, **page}, source)
        for message in reply["warnings"]:
            # The loggers of the plugins say who speaks.
            self._log.warning(message.removeprefix("tracklight: "))
        return reply["html"]

    def close(self):
        """Ends Node. A later machine starts it again."""
        process, self._process = self._process, None
        # A forked process has the parent's Node, which is not its to end.
        if process and self._owner == os.getpid():
            process.stdin.close()
            process.wait()
            process.stdout.close()

    def _ask(self, request):
        if not self._start():
            return None
        try:
            self._process.stdin.write(json.dumps(request) + "\n")
            self._process.stdin.flush()
            reply = self._process.stdout.readline()
        except OSError:
            reply = ""
        if reply:
            return json.loads(reply)
        self._is_wanted = False
        # What Node said of it is on the terminal.
        self._log.warning(f"No pictures: `{self._node}` ended. Pictures need Node 20 or newer.")
        return None

    def _start(self) -> bool:
        if self._process and self._owner == os.getpid():
            return True
        program = shutil.which(self._node)
        if program is None:
            self._is_wanted = False
            self._log.info(
                f"No pictures: `{self._node}` was not found. Readers see the source of a machine until it has loaded."
            )
            return False
        self._owner = os.getpid()
        self._process = subprocess.Popen(
            [program, str(_COMMAND), "fences"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )
        return True
