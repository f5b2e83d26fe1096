// Pictures in the pages of a built site, for builders that do not run in Node. A page is read as browsers read it, and
// text is added and replaced at the positions of its tags: everything else stays as it was, byte by byte, and doing it
// again only makes the pictures anew.

import { html as names, parse, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import { FENCE_KEYS } from '../protocol/fence-keys.ts';
import { FLAGS, escapeHtml, machineOf, readWords, type Fence, type FenceOptions } from './fence.ts';
import { strings } from './strings.ts';
import type { Renderer } from './types.ts';

export interface PrerenderOptions {
  render: Renderer;
  /** The page's name in warnings. */
  file?: string;
  warn?: (message: string) => void;
}

/** A machine of a page: an element, or a code block that an element is put around. */
interface PageMachine {
  element: Tree.Element;
  isCodeBlock: boolean;
  /** A `<p>` without an end tag ends where the code block begins. */
  endsParagraph: boolean;
  fence: Fence;
  /** null where nothing is to be drawn. */
  source: string | null;
  /** The line of the page on which the source begins. */
  line: number;
}

/** Offsets are UTF-16 units of the page. */
interface Edit {
  from: number;
  to: number;
  text: string;
}

interface Picture {
  machine: PageMachine;
  edits: Edit[];
}

/** Classes that site builders add to code blocks. */
const BUILDER_CLASSES = /^(language-|lang-|highlight|hljs|line-?numbers|shiki|codehilite|mdbook-|editable$)/;

/** @returns the page with its pictures, and how many there are */
export function prerender(html: string, options: PrerenderOptions): { html: string; pictures: number } {
  const machines = machinesIn(html);
  const pictures = machines.flatMap((machine) => pictureOf(machine, options) ?? []);
  // Tags that are unclosed or overlap can move a code block out of the element around it.
  const fitting = fitsPage(html, machines, pictures)
    ? pictures
    : pictures.filter((one) => fitsPage(html, machines, [one]));
  for (const { machine } of pictures.filter((one) => !fitting.includes(one)))
    (options.warn ?? console.warn)(strings.at(options.file, machine.line, strings.notPlaced));
  return { html: applyEdits(html, fitting), pictures: fitting.length };
}

/** The machines of a page in its order; not those in comments, scripts and templates, which are no elements there. */
function machinesIn(html: string): PageMachine[] {
  const machines: PageMachine[] = [];
  const paragraphEnds = new Set<number>();
  const page = parse(html, { sourceCodeLocationInfo: true });
  for (const node of nodesIn(page, (element) => machines.at(-1)?.element !== element)) {
    if (!isElement(node)) continue;
    const location = node.sourceCodeLocation;
    if (node.tagName === 'p' && location && !location.endTag) paragraphEnds.add(location.endOffset);
    const machine = elementMachine(node, html) ?? codeMachine(node, paragraphEnds);
    if (machine) machines.push(machine);
  }
  return machines;
}

/** An element that stands in the page already. */
function elementMachine(element: Tree.Element, html: string): PageMachine | null {
  if (!isHtml(element, 'tracklight-machine')) return null;
  const attributes = element.attrs.map(({ name, value }) => [name, value] as [string, string]);
  const source = attributeOf(element, 'prerender') === 'false' ? null : sourceOf(element, html);
  return {
    element,
    isCodeBlock: false,
    endsParagraph: false,
    fence: { attributes, notes: [] },
    source: source?.text ?? null,
    line: source?.line ?? 0,
  };
}

/** A code block of a builder that knows no fences of ours. */
function codeMachine(pre: Tree.Element, paragraphEnds: Set<number>): PageMachine | null {
  const code = isHtml(pre, 'pre') ? codeIn(pre) : undefined;
  if (!code) return null;
  const owner = classesOf(code).includes('language-dygram') ? code : classesOf(pre).includes('dygram') ? pre : null;
  if (!owner || !classesOf(owner).includes('live')) return null;
  return {
    element: pre,
    isCodeBlock: true,
    endsParagraph: paragraphEnds.has(pre.sourceCodeLocation?.startOffset ?? -1),
    fence: fenceOf(owner),
    source: textOf(code),
    line: code.sourceCodeLocation?.startTag?.endLine ?? 0,
  };
}

/** Keys stand as classes (`height=320`) or as attributes, on the element or as `data-…`. */
function fenceOf(owner: Tree.Element): Fence {
  const fence = readWords(
    classesOf(owner).filter((name) => name !== 'live' && name !== 'dygram' && !BUILDER_CLASSES.test(name)),
  );
  const attributes = new Map(fence.attributes);
  // Builders put attributes of their own on code blocks.
  for (const { name, value } of owner.attrs) {
    const key = name.replace(/^data-/, '');
    const isKnown = (FENCE_KEYS as readonly string[]).includes(key) && (value !== '' || FLAGS.includes(key));
    if (isKnown && !attributes.has(key)) attributes.set(key, value);
  }
  return { attributes: [...attributes], notes: fence.notes };
}

/** Where the element takes its source from; null where that is not in the page. */
function sourceOf(element: Tree.Element, html: string): { text: string; line: number } | null {
  if (attributeOf(element, 'src') !== undefined || attributeOf(element, 'link') !== undefined) return null;
  const children = element.childNodes.filter(isElement);
  const script = children.find(
    (child) => isHtml(child, 'script') && attributeOf(child, 'type')?.trim().toLowerCase() === 'text/x-dygram',
  );
  if (script) return { text: textOf(script), line: script.sourceCodeLocation?.startTag?.endLine ?? 0 };
  const attribute = attributeOf(element, 'source');
  if (attribute !== undefined)
    return { text: attribute, line: element.sourceCodeLocation?.attrs?.source?.startLine ?? 0 };
  const pre = children.find((child) => isHtml(child, 'pre'));
  const code = pre && codeIn(pre);
  if (code) return { text: textOf(code), line: code.sourceCodeLocation?.startTag?.endLine ?? 0 };
  if (pre) {
    const { endLine = 0, endOffset = 0 } = pre.sourceCodeLocation?.startTag ?? {};
    // A line break behind the tag is no part of the text.
    return { text: textOf(pre), line: endLine + (/^\r?\n/.test(html.slice(endOffset, endOffset + 2)) ? 1 : 0) };
  }
  const texts = element.childNodes.filter(isText);
  const text = texts.map(({ value }) => value).join('');
  return text.trim() === '' ? null : { text, line: texts[0]?.sourceCodeLocation?.startLine ?? 0 };
}

/** What is written into the page for a machine; null where it has no picture. */
function pictureOf(machine: PageMachine, options: PrerenderOptions): Picture | null {
  const { element, fence, source, line } = machine;
  const location = element.sourceCodeLocation;
  if (source === null || !location?.startTag) return null;
  const { render, file, warn } = options;
  const fenceOptions: FenceOptions = { render, ...(warn ? { warn } : {}) };
  // The source begins on the line after a fence.
  const { attributes, picture } = machineOf(fence, source, { file, line: line - 1 }, fenceOptions);
  if (!picture) return null;
  const insert = (at: number, text: string): Edit => ({ from: at, to: at, text });
  if (machine.isCodeBlock) {
    // An unclosed block holds the rest of the page.
    if (!location.endTag) return { machine, edits: [] };
    const list = attributes.map(attributeText).join('');
    const before = `${machine.endsParagraph ? '</p>' : ''}<tracklight-machine${list}>${picture.text}`;
    const edits = [insert(location.startOffset, before), insert(location.endOffset, '</tracklight-machine>')];
    return { machine, edits };
  }
  const added = attributes.slice(fence.attributes.length).map(attributeText).join('');
  const nameEnd = location.startOffset + 1 + element.tagName.length;
  const attributesEnd = Object.values(location.attrs ?? {}).reduce(
    (end, { endOffset }) => Math.max(end, endOffset),
    nameEnd,
  );
  const former = drawingIn(element)?.sourceCodeLocation;
  return {
    machine,
    edits: [
      insert(attributesEnd, added),
      former
        ? { from: former.startOffset, to: former.endOffset, text: picture.text }
        : insert(location.startTag.endOffset, picture.text),
    ],
  };
}

const attributeText = ([name, value]: [string, string]) =>
  value === '' ? ` ${name}` : ` ${name}="${escapeHtml(value)}"`;

/** Tags and classes of pictures. */
const PICTURES = [
  ['span', 'tracklight-pictures'],
  ['svg', 'tracklight-picture'],
] as const;

/** The picture of an earlier time. */
const drawingIn = (element: Tree.Element) =>
  element.childNodes
    .filter(isElement)
    .find(
      (child) =>
        PICTURES.some(([tag, name]) => child.tagName === tag && classesOf(child).includes(name)) &&
        child.sourceCodeLocation?.endTag !== undefined,
    );

function applyEdits(html: string, pictures: Picture[]): string {
  const edits = pictures
    .toSorted((a, b) => startOf(a.machine) - startOf(b.machine))
    .flatMap((picture) => picture.edits);
  let text = '';
  let at = 0;
  for (const edit of edits) {
    text += html.slice(at, edit.from) + edit.text;
    at = edit.to;
  }
  return text + html.slice(at);
}

const startOf = ({ element }: PageMachine) => element.sourceCodeLocation?.startOffset ?? 0;

/** Whether a page with these pictures has the machines that it had, each with its source and picture. */
function fitsPage(html: string, machines: PageMachine[], pictures: Picture[]): boolean {
  const after = machinesIn(applyEdits(html, pictures));
  const drawn = new Set(pictures.map(({ machine }) => machine));
  return (
    after.length === machines.length &&
    machines.every((machine, i) => {
      const now = after[i];
      return now?.source === machine.source && (!drawn.has(machine) || drawingIn(now.element) !== undefined);
    })
  );
}

/** The nodes below a node, in the order of the page. Without recursion: nesting has no limit. */
function* nodesIn(
  root: Tree.ParentNode,
  isEntered: (element: Tree.Element) => boolean = () => true,
): Generator<Tree.ChildNode> {
  const waiting = root.childNodes.toReversed();
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    yield node;
    if (!isElement(node) || !isEntered(node)) continue;
    for (const child of node.childNodes.toReversed()) waiting.push(child);
  }
}

const isElement = (node: Tree.ChildNode): node is Tree.Element => 'tagName' in node;
const isText = (node: Tree.ChildNode): node is Tree.TextNode => node.nodeName === '#text';
const isHtml = (element: Tree.Element, name: string) =>
  element.tagName === name && element.namespaceURI === names.NS.HTML;

const attributeOf = (element: Tree.Element, name: string) => element.attrs.find((one) => one.name === name)?.value;
const classesOf = (element: Tree.Element) =>
  (attributeOf(element, 'class') ?? '').split(/\s+/).filter((name) => name !== '');

function codeIn(pre: Tree.Element): Tree.Element | undefined {
  for (const node of nodesIn(pre)) if (isElement(node) && isHtml(node, 'code')) return node;
  return undefined;
}

function textOf(element: Tree.Element): string {
  let text = '';
  for (const node of nodesIn(element)) if (isText(node)) text += node.value;
  return text;
}
