// Where a machine's source comes from: exactly one of four channels, else the fallback's own text.

export type Channel =
  | { kind: 'text'; text: string }
  | { kind: 'src'; address: string }
  | { kind: 'link'; link: string }
  | { kind: 'document'; document: Record<string, unknown> };
type Found = Channel | { error: { code: 'channels' | 'no-source'; message: string } };

/** What of an element is read: attributes and children. */
interface Holder {
  getAttribute(name: string): string | null;
  readonly children: ArrayLike<Element>;
  readonly childNodes: ArrayLike<Node>;
}

export function channelOf(element: Holder): Found {
  const children = Array.from(element.children);
  const script = children.find(
    (child) => child.localName === 'script' && child.getAttribute('type')?.trim().toLowerCase() === 'text/x-dygram',
  );
  const channels: [name: string, channel: Channel][] = [];
  if (script) channels.push(['a `<script type="text/x-dygram">`', text(unindented(script.textContent ?? ''))]);
  const attribute = (name: string, channel: (value: string) => Channel) => {
    const value = element.getAttribute(name);
    if (value !== null) channels.push([`\`${name}\``, channel(value)]);
  };
  attribute('src', (address) => ({ kind: 'src', address }));
  attribute('source', text);
  attribute('link', (link) => ({ kind: 'link', link }));
  const [only, another] = channels;
  if (another) {
    const names = channels.map(([name]) => name).join(' and ');
    return { error: { code: 'channels', message: `Two sources for one machine: ${names}. Keep one of them.` } };
  }
  if (only) return only[1];
  const pre = children.find((child) => child.localName === 'pre');
  // Beside the code some builders put buttons into the block.
  const own = unindented(pre ? ((pre.querySelector('code') ?? pre).textContent ?? '') : ownText(element));
  if (own.trim() === '')
    return {
      error: {
        code: 'no-source',
        message:
          'No source: give this element a `<pre>`, a `<script type="text/x-dygram">`, `src`, `source` or `link`.',
      },
    };
  return text(own);
}

const text = (given: string): Channel => ({ kind: 'text', text: given });

/** The text of an element without that of its children. */
const ownText = (element: Holder) =>
  Array.from(element.childNodes)
    .map(({ nodeType, textContent }) => (nodeType === 3 ? textContent : ''))
    .join('');

/** Without outer blank lines and the indentation that all lines have. */
export function unindented(given: string): string {
  const lines = given.replace(/\r\n?/g, '\n').split('\n');
  while (lines.length > 0 && lines[0]?.trim() === '') lines.shift();
  while (lines.length > 0 && lines.at(-1)?.trim() === '') lines.pop();
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.search(/[^ \t]/));
  const cut = Math.min(...indents);
  return lines.length === 0 ? '' : `${lines.map((line) => line.slice(cut)).join('\n')}\n`;
}
