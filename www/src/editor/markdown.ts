// The subset of Markdown that the core and the guide write: parsed to plain data, and rendered as DOM nodes. Text stays
// text, so no markup of a machine can get into the page, and links are reduced to their words.

export interface Inline {
  kind: 'text' | 'code' | 'strong' | 'em';
  text: string;
}
export type Block =
  | { kind: 'paragraph' | 'heading'; parts: Inline[] }
  | { kind: 'code'; info: string; text: string }
  | { kind: 'list'; ordered: boolean; items: Inline[][] }
  | { kind: 'rule' };

const ITEM = /^\s*([-*]|\d{1,9}[.)])\s+(.*)$/;
/** A line that goes on with the item above it, unless it is an item itself. */
const GOES_ON = /^\s+(?!```|~~~)\S/;

/**
 * @param markdown paragraphs, headings, lists, numbered ones too, fenced code, rules; `code`, **strong**, *em*,
 * [words](link)
 */
export function parseMarkdown(markdown: string): Block[] {
  const lines = markdown.replace(/\r\n?/g, '\n').split('\n');
  const blocks: Block[] = [];
  let open: string[] = [];
  const close = () => {
    if (open.length > 0) blocks.push({ kind: 'paragraph', parts: inline(open.join(' ')) });
    open = [];
  };
  for (let i = 0; i < lines.length; i += 1) {
    const line = lines[i] ?? '';
    const [, fence, info = ''] = /^\s*(`{3,}|~{3,})\s*(.*?)\s*$/.exec(line) ?? [];
    const [, sign, item] = ITEM.exec(line) ?? [];
    const heading = /^#{1,6}\s+(.*)$/.exec(line)?.[1];
    if (fence !== undefined) {
      close();
      let end = i + 1;
      while (end < lines.length && !(lines[end] ?? '').trimStart().startsWith(fence)) end += 1;
      blocks.push({ kind: 'code', info, text: lines.slice(i + 1, end).join('\n') });
      i = end;
    } else if (/^\s*([-*_])(\s*\1){2,}\s*$/.test(line)) {
      close();
      blocks.push({ kind: 'rule' });
    } else if (item !== undefined) {
      close();
      const last = blocks.at(-1);
      const ordered = /\d/.test(sign ?? '');
      const follows = last?.kind === 'list' && last.ordered === ordered && (lines[i - 1] ?? '').trim() !== '';
      let text = item;
      for (let next = lines[i + 1]; next && GOES_ON.test(next) && !ITEM.test(next); next = lines[i + 1]) {
        text += ` ${next.trim()}`;
        i += 1;
      }
      if (follows) last.items.push(inline(text));
      else blocks.push({ kind: 'list', ordered, items: [inline(text)] });
    } else if (heading !== undefined) {
      close();
      blocks.push({ kind: 'heading', parts: inline(heading) });
    } else if (line.trim() === '') close();
    else open.push(line.trim());
  }
  close();
  return blocks;
}

const MARKS =
  /\\([\\`*_[\](){}#+\-.!<>|~&])|(`+)(.+?)\2(?!`)|\*\*(.+?)\*\*|\*([^*\s](?:[^*]*[^*\s])?)\*|\[([^\]]*)\]\([^)]*\)/gu;

function inline(text: string): Inline[] {
  const parts: Inline[] = [];
  let end = 0;
  const add = (part: Inline) => {
    const last = parts.at(-1);
    if (part.text === '') return;
    if (part.kind === 'text' && last?.kind === 'text') last.text += part.text;
    else parts.push(part);
  };
  for (const mark of text.matchAll(MARKS)) {
    add({ kind: 'text', text: text.slice(end, mark.index) });
    const [whole, escaped, , code, strong, em, link] = mark;
    if (code !== undefined) add({ kind: 'code', text: code.trim() || code });
    else if (strong !== undefined) add({ kind: 'strong', text: plain(strong) });
    else if (em !== undefined) add({ kind: 'em', text: plain(em) });
    else add({ kind: 'text', text: escaped ?? link ?? whole });
    end = mark.index + whole.length;
  }
  add({ kind: 'text', text: text.slice(end) });
  return parts;
}

/** Words inside strong or em: their own marks go. */
function plain(text: string) {
  return inline(text)
    .map((part) => part.text)
    .join('');
}

/** The text of blocks, as a screen reader gets it. */
export function textOfBlocks(blocks: Block[]) {
  const join = (parts: Inline[]) => parts.map((part) => part.text).join('');
  return blocks
    .flatMap((block) => {
      if (block.kind === 'rule') return [];
      if (block.kind === 'code') return [block.text];
      return block.kind === 'list' ? block.items.map(join) : [join(block.parts)];
    })
    .join('. ');
}

const TAGS = { code: 'code', strong: 'strong', em: 'em' };

export function renderBlocks(blocks: Block[]): DocumentFragment {
  const fragment = document.createDocumentFragment();
  for (const block of blocks) fragment.append(renderBlock(block));
  return fragment;
}

function renderBlock(block: Block): Node {
  switch (block.kind) {
    case 'rule':
      return document.createElement('hr');
    case 'code':
      return element('pre', [element('code', [block.text])]);
    case 'list':
      return element(
        block.ordered ? 'ol' : 'ul',
        block.items.map((item) => element('li', item.map(renderInline))),
      );
    case 'heading':
      return element('p', [element('strong', block.parts.map(renderInline))]);
    case 'paragraph':
      return element('p', block.parts.map(renderInline));
  }
}

function renderInline({ kind, text }: Inline): Node | string {
  return kind === 'text' ? text : element(TAGS[kind], [text]);
}

function element(tag: string, children: (Node | string)[]) {
  const made = document.createElement(tag);
  made.append(...children);
  return made;
}
