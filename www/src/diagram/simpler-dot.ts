// The same drawing with less to lay out, for one that takes too long: straight edges, and none of them has a label.

/** The ends of an edge with their ports, at the beginning of its line: the core writes one statement to a line. */
const QUOTED = '"(?:[^"\\\\]|\\\\.)*"';
const EDGE = new RegExp(`^\\s*${QUOTED}(?::(?:${QUOTED}|\\w+))* -> `);
const LABEL = ' label=<';

/** @param dot as the core writes it */
export function simplerDot(dot: string): string {
  const lines = dot
    .trimEnd()
    .split('\n')
    .map((line) => (EDGE.test(line) ? withoutLabel(line) : line));
  // Of an attribute that is set twice, the last value counts.
  lines.splice(-1, 0, '  splines="line";');
  return `${lines.join('\n')}\n`;
}

/** In a label in angle brackets, those of its texts are written as entities. */
function withoutLabel(line: string) {
  const from = line.indexOf(LABEL, EDGE.exec(line)?.[0].length);
  if (from < 0) return line;
  let at = from + LABEL.length;
  for (let depth = 1; depth > 0 && at < line.length; at++) {
    if (line[at] === '<') depth++;
    else if (line[at] === '>') depth--;
  }
  return line.slice(0, from) + line.slice(at);
}
