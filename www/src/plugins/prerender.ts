// Pictures in the pages of a built site, for builders that do not run in Node. A page is read as browsers read it, and
// text is added and replaced at the positions of its tags: everything else stays as it was, byte by byte, and doing it
// again only makes the pictures anew.

import { html as names, parse, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import {
  BLOCK_ATTRIBUTES,
  BLOCK_CLASSES,
  FENCE_FLAGS,
  FENCE_KEYS,
  LINE_NUMBER_CLASSES,
} from '../protocol/fence-keys.ts';
import { escapeMarkup } from '../link/xml.ts';
import { machineOf, readWords, type Fence, type FenceOptions } from './fence.ts';
import { strings } from './strings.ts';
import type { Renderer } from './types.ts';

export interface PrerenderOptions {
  render: Renderer;
  /** The page's name in warnings. */
  file?: string;
  /** Whether code blocks without the word `live` are machines too. */
  all?: boolean;
  /** Address of the playground that Open and Share of each machine lead to. */
  page?: string;
  /** Address of the folder with the package's files, for pages that do not load them by themselves. */
  files?: string;
  warn?: (message: string) => void;
}

export interface PrerenderedPage {
  html: string;
  /** How many machines are in the page, how many have a picture now, and how many code blocks only lack `live`. */
  machines: number;
  pictures: number;
  notLive: number;
}

/** A machine of a page: an element, or a code block that an element is put around. */
interface PageMachine {
  element: Tree.Element;
  isCodeBlock: boolean;
  /** A `<p>` without an end tag ends where the code block begins. */
  endsParagraph: boolean;
  /** The id of a code block becomes the element's. */
  idEdits: Edit[];
  fence: Fence;
  /** null where nothing is to be drawn. */
  source: string | null;
  /** Whether its text is mixed with line numbers, so that nobody can read it. */
  hasLineNumbers: boolean;
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
const BUILDER_CLASSES =
  /^(language-|lang-|highlight|hljs|line-?numbers|shiki|chroma|rouge|codehilite|notranslate$|mdbook-|editable$)/;

/** Puts the pictures of its machines into a page. */
export function prerender(html: string, options: PrerenderOptions): PrerenderedPage {
  const { machines, notLive } = readPage(html, options.all);
  const say = ({ line }: PageMachine, message: string) =>
    (options.warn ?? console.warn)(strings.at(options.file, line, message));
  const pictures = machines.flatMap((machine) => pictureOf(machine, options, (text) => say(machine, text)) ?? []);
  // Tags that are unclosed or overlap can move a code block out of the element around it.
  const fitting = fitsPage(html, machines, pictures, options.all)
    ? pictures
    : pictures.filter((picture) => fitsPage(html, machines, [picture], options.all));
  for (const { machine } of pictures.filter((picture) => !fitting.includes(picture))) say(machine, strings.notPlaced);
  const drawn = applyEdits(html, fitting);
  const loaded = options.files !== undefined && machines.length > 0 ? addFiles(drawn, options.files) : drawn;
  return { html: loaded, machines: machines.length, pictures: fitting.length, notLive };
}

/** The machines of a page in its order; not those in comments, scripts and templates, which are no elements there. */
function readPage(html: string, all = false): { machines: PageMachine[]; notLive: number } {
  const machines: PageMachine[] = [];
  let notLive = 0;
  const paragraphEnds = new Set<number>();
  const page = parse(html, { sourceCodeLocationInfo: true });
  for (const node of nodesIn(page, (element) => machines.at(-1)?.element !== element)) {
    if (!isElement(node)) continue;
    const location = node.sourceCodeLocation;
    if (node.tagName === 'p' && location && !location.endTag) paragraphEnds.add(location.endOffset);
    const machine = elementMachine(node, html);
    const block = machine ? null : codeBlock(node);
    if (block && !all && !block.isLive) notLive += 1;
    else if (machine || block) machines.push(machine ?? codeMachine(node, block as CodeBlock, paragraphEnds, html));
  }
  return { machines, notLive };
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
    idEdits: [],
    fence: { attributes, notes: [] },
    source: source?.text ?? null,
    hasLineNumbers: false,
    line: source?.line ?? 0,
  };
}

/** A block of DyGram as builders without a plugin of ours write it. */
interface CodeBlock {
  /** What holds its text: the `<code>`, else the `<pre>`. */
  code: Tree.Element;
  /** The elements that say something of the block, from the outermost. */
  owners: Tree.Element[];
  isLive: boolean;
}

function codeBlock(pre: Tree.Element): CodeBlock | null {
  if (!isHtml(pre, 'pre')) return null;
  const code = codeIn(pre);
  const owners = [...wrappersOf(pre), pre, ...(code ? [code] : [])];
  const isMarked = owners.some((owner) => isBlockMark(owner)) || classesOf(pre).includes('dygram');
  if (!isMarked) return null;
  return { code: code ?? pre, owners, isLive: owners.some((owner) => classesOf(owner).includes('live')) };
}

const isBlockMark = (element: Tree.Element) =>
  BLOCK_CLASSES.some((name) => classesOf(element).includes(name)) ||
  BLOCK_ATTRIBUTES.some((name) => attributeOf(element, name)?.toLowerCase() === 'dygram');

/** Highlighters put so many elements around a block. */
const MAX_WRAPPERS = 3;

/** The elements around a block, from the outermost that is marked as such. */
function wrappersOf(pre: Tree.Element): Tree.Element[] {
  const wrappers: Tree.Element[] = [];
  let parent = pre.parentNode as Tree.Element | null;
  while (parent && wrappers.length < MAX_WRAPPERS && (isHtml(parent, 'div') || isHtml(parent, 'figure'))) {
    wrappers.unshift(parent);
    parent = parent.parentNode as Tree.Element | null;
  }
  const first = wrappers.findIndex((wrapper) => isBlockMark(wrapper) && preCount(wrapper) === 1);
  return first < 0 ? [] : wrappers.slice(first);
}

function preCount(element: Tree.Element): number {
  let count = 0;
  for (const node of nodesIn(element)) if (isElement(node) && isHtml(node, 'pre')) count += 1;
  return count;
}

function codeMachine(
  pre: Tree.Element,
  { code, owners }: CodeBlock,
  paragraphEnds: Set<number>,
  html: string,
): PageMachine {
  const fence = fenceOf(owners);
  return {
    element: pre,
    isCodeBlock: true,
    endsParagraph: paragraphEnds.has(pre.sourceCodeLocation?.startOffset ?? -1),
    idEdits: idEdits(owners, fence),
    fence,
    source: textOf(code),
    hasLineNumbers: [...nodesIn(pre)].some(
      (node) => isElement(node) && LINE_NUMBER_CLASSES.some((name) => classesOf(node).includes(name)),
    ),
    line: textLine(pre, code, html),
  };
}

/** Takes the id that the element has now from the code block, with the blank before it. */
function idEdits(owners: Tree.Element[], { attributes }: Fence): Edit[] {
  const id = new Map(attributes).get('id');
  return owners.flatMap((owner) => {
    const at = owner.sourceCodeLocation?.attrs?.id;
    return at && attributeOf(owner, 'id') === id ? [{ from: at.startOffset - 1, to: at.endOffset, text: '' }] : [];
  });
}

/** Keys stand as classes (`height=320`) or as attributes, on the element or as `data-…`. */
function fenceOf(owners: Tree.Element[]): Fence {
  // Beside the word `live` stand the other words of the fence; elsewhere a site has classes of its own.
  const words = owners.flatMap((owner) => {
    const isFence = classesOf(owner).includes('live') && !isHtml(owner, 'div');
    return classesOf(owner).filter((name) => isFence || name.includes('='));
  });
  const fence = readWords(words.filter((name) => name !== 'live' && name !== 'dygram' && !BUILDER_CLASSES.test(name)));
  const attributes = new Map(fence.attributes);
  // Builders put attributes of their own on code blocks.
  for (const { name, value } of owners.toReversed().flatMap(({ attrs }) => attrs)) {
    const key = name.replace(/^data-/, '');
    const isKnown = (FENCE_KEYS as readonly string[]).includes(key) && (value !== '' || FENCE_FLAGS.includes(key));
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
  if (pre) return { text: textOf(pre), line: textLine(pre, pre, html) };
  const texts = element.childNodes.filter(isText);
  const text = texts.map(({ value }) => value).join('');
  return text.trim() === '' ? null : { text, line: texts[0]?.sourceCodeLocation?.startLine ?? 0 };
}

/** The line of the page on which the text of a block begins. @param holder the `<pre>`, or its code */
function textLine(pre: Tree.Element, holder: Tree.Element, html: string): number {
  const { endLine = 0, endOffset = 0 } = holder.sourceCodeLocation?.startTag ?? {};
  // A line break behind the tag of a `<pre>` is no part of the text.
  return endLine + (holder === pre && /^\r?\n/.test(html.slice(endOffset, endOffset + 2)) ? 1 : 0);
}

/** What is written into the page for a machine; null where it has no picture. */
function pictureOf(
  machine: PageMachine,
  { render, file, page, warn }: PrerenderOptions,
  say: (message: string) => void,
): Picture | null {
  const { element, fence, source, line } = machine;
  const location = element.sourceCodeLocation;
  if (source === null || !location?.startTag) return null;
  if (machine.hasLineNumbers) {
    say(strings.lineNumbers);
    return null;
  }
  const fenceOptions: FenceOptions = {
    render,
    ...(page === undefined ? {} : { page }),
    ...(warn ? { warn } : {}),
  };
  // The source begins on the line after a fence.
  const { attributes, picture } = machineOf(fence, source, { file, line: line - 1 }, fenceOptions);
  if (!picture) return null;
  const insert = (at: number, text: string): Edit => ({ from: at, to: at, text });
  if (machine.isCodeBlock) {
    // An unclosed block holds the rest of the page.
    if (!location.endTag) return { machine, edits: [] };
    const list = attributes.map(attributeText).join('');
    const before = `${machine.endsParagraph ? '</p>' : ''}<tracklight-machine${list}>${picture}`;
    const edits = [insert(location.startOffset, before), insert(location.endOffset, '</tracklight-machine>')];
    return { machine, edits: [...edits, ...machine.idEdits].toSorted((a, b) => a.from - b.from) };
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
        ? { from: former.startOffset, to: former.endOffset, text: picture }
        : insert(location.startTag.endOffset, picture),
    ],
  };
}

const attributeText = ([name, value]: [string, string]) =>
  value === '' ? ` ${name}` : ` ${name}="${escapeMarkup(value)}"`;

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

/** The page with the tags that load the package's files, unless it has them. */
function addFiles(html: string, files: string): string {
  const page = parse(html, { sourceCodeLocationInfo: true });
  let at = html.startsWith('\uFEFF') ? 1 : 0;
  let hasScript = false;
  let hasStyle = false;
  for (const node of nodesIn(page)) {
    const location = node.sourceCodeLocation;
    if (location && node.nodeName === '#documentType') at = location.endOffset;
    if (!isElement(node)) continue;
    if (node.tagName === 'html') at = node.sourceCodeLocation?.startTag?.endOffset ?? at;
    if (node.tagName === 'head')
      at = node.sourceCodeLocation?.endTag?.startOffset ?? node.sourceCodeLocation?.startTag?.endOffset ?? at;
    if (isHtml(node, 'script')) hasScript ||= ENTRY_FILE.test(attributeOf(node, 'src') ?? '');
    if (isHtml(node, 'link')) hasStyle ||= attributeOf(node, 'href') === `${files}/style.css`;
  }
  const style = hasStyle ? '' : `<link rel="stylesheet" href="${escapeMarkup(files)}/style.css">`;
  const script = hasScript ? '' : `<script type="module" src="${escapeMarkup(files)}/auto.js"></script>`;
  return html.slice(0, at) + style + script + html.slice(at);
}

/** What a page that loads the element names. */
const ENTRY_FILE = /(^|\/)(auto|define|loader)\.js(\?|$)/;

const startOf = ({ element }: PageMachine) => element.sourceCodeLocation?.startOffset ?? 0;

/** Whether a page with these pictures has the machines that it had, each with its source and picture. */
function fitsPage(html: string, machines: PageMachine[], pictures: Picture[], all = false): boolean {
  const after = readPage(applyEdits(html, pictures), all).machines;
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
