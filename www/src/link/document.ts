// The document of a link: limits, checks, canonical text. What comes from a link is copied to objects without a
// prototype; unknown members are reported and left out.

import { LinkError } from './error.ts';
import { isRecord } from '../protocol/plain-data.ts';
import { actionsProblem, isCount, isFlag, isStored, isText } from './shape.ts';
import type { LinkDocument } from './types.ts';

type PlainObject = Record<string, unknown>;

const MIB = 2 ** 20;

/** Every cap of the format, by what it bounds. */
export const CAPS = {
  hash: 2 * MIB,
  text: MIB,
  inflated: 5 * MIB,
  files: 100,
  fileName: 200,
  actions: 20_000,
  ticks: 100_000,
  breakpoints: 1000,
  depth: 64,
};
/** A file may hold a longer run than a link; the work that its numbers ask for is bounded all the same. */
const FILE_TICKS = 1_000_000;

type Member = keyof LinkDocument;

const MEMBERS = ['s', 'f', 'i', 'r', 't', 'k', 'n', 'u', 'v'];
const AGENT_MEMBERS = ['m', 'n', 'l'];
const VIEW_MEMBERS = ['w', 'p', 'd', 'h', 'n', 'b'] as const;

/**
 * Reads the JSON of a link.
 * @param capped a file has no caps but that of depth
 */
export function readDocument(text: string, capped: boolean = true): { document: LinkDocument; ignored: string[] } {
  checkDepth(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new LinkError('link-json');
  }
  if (!isRecord(value)) throw new LinkError('link-shape', 'not an object');
  const root = copyObject(value);
  const ignored: string[] = [];
  const document = pickMembers(root, MEMBERS, '', ignored);
  if (isRecord(document.r)) document.r = pickMembers(document.r, AGENT_MEMBERS, 'r.', ignored);
  if (isRecord(document.u)) document.u = pickMembers(document.u, VIEW_MEMBERS, 'u.', ignored);
  return { document: checkDocument(document, capped), ignored };
}

/** Form and caps of a document, whoever made it. */
export function checkDocument(document: Partial<Record<Member, unknown>>, capped: boolean = true): LinkDocument {
  for (const [member, isFine] of CHECKS) {
    const value = document[member];
    if (member === 's' ? !isFine(value) : value !== undefined && !isFine(value))
      throw new LinkError('link-shape', `member \`${member}\``);
  }
  const problem = document.t === undefined ? null : actionsProblem(document.t);
  if (problem !== null) throw new LinkError('link-shape', problem);
  const checked = document as LinkDocument;
  checkTicks(checked, capped ? CAPS.ticks : FILE_TICKS);
  if ((checked.u?.b?.length ?? 0) > CAPS.breakpoints)
    throw new LinkError('link-too-big', `more than ${CAPS.breakpoints} breakpoints`);
  if (!capped) return checked;
  const files = Object.entries(checked.f ?? {});
  if (files.length > CAPS.files) throw new LinkError('link-too-big', `more than ${CAPS.files} files`);
  if (files.some(([name]) => name.length > CAPS.fileName))
    throw new LinkError('link-too-big', `a file name of more than ${CAPS.fileName} characters`);
  checkTextSize(checked.s, ...files.map(([, text]) => text));
  const actions = checked.t?.length ?? 0;
  if (actions > CAPS.actions)
    throw new LinkError('link-too-big', `more than ${CAPS.actions} actions`, actions - CAPS.actions);
  return checked;
}

/** Bounds the ticks to replay, whichever member asks for them. */
export function checkTicks({ t, k = 0 }: Pick<LinkDocument, 't' | 'k'>, most: number = FILE_TICKS) {
  const ticks = Math.max(k, lastTick(t));
  if (ticks > most) throw new LinkError('link-too-big', `more than ${most} ticks`, ticks - most);
}

export function checkTextSize(...texts: string[]) {
  const length = texts.reduce((sum, text) => sum + new TextEncoder().encode(text).length, 0);
  if (length > CAPS.text) throw new LinkError('link-too-big', 'the source and its files', length - CAPS.text);
}

/** The one text of a document: members in order, defaults left out, texts normalised. */
export function canonical(document: LinkDocument, capped: boolean = true): string {
  return JSON.stringify(minimal(document, capped));
}

/** The document in canonical order, without members that equal their default. */
export function minimal(document: LinkDocument, capped: boolean = true): LinkDocument {
  const { s, f, i, r, t, k, n, u, v } = checkDocument(document, capped);
  const names = Object.keys(f ?? {}).sort();
  const files = names.map((name): [string, string] => [name, normalText(f?.[name] ?? '')]);
  const agents = withoutEmpty(Object.entries(r ?? {}).filter(([key]) => AGENT_MEMBERS.includes(key)));
  const view = withoutEmpty(VIEW_MEMBERS.map((key) => [key, u?.[key]]));
  const ticks = k === lastTick(t) ? undefined : k;
  const hasRun = !isEmpty(i) || agents !== undefined || !isEmpty(t) || ticks !== undefined;
  const members = withoutEmpty([
    ['s', normalText(s)],
    ['f', withoutEmpty(files)],
    ['i', i],
    ['r', agents],
    ['t', t],
    ['k', ticks],
    ['n', n],
    ['u', view],
    ['v', hasRun ? v : undefined],
  ]);
  return members as unknown as LinkDocument;
}

/** @param t the ticks that are replayed where `k` is absent */
export function lastTick(t: LinkDocument['t']) {
  return (t ?? []).reduce((largest, [tick]) => Math.max(largest, tick), 0);
}

/** @param text LF line ends, no byte order mark, no half characters */
export function normalText(text: string) {
  return text
    .replace(/^\uFEFF/u, '')
    .replace(/\r\n?/gu, '\n')
    .replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, '\uFFFD');
}

function withoutEmpty(entries: [string, unknown][]): PlainObject | undefined {
  const members = entries.filter(([key, value]) => key === 's' || !isEmpty(value));
  return members.length === 0 ? undefined : Object.fromEntries(members);
}

/** @param value absent, or an empty list or object */
function isEmpty(value: unknown) {
  if (value === undefined) return true;
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

function pickMembers(from: PlainObject, known: readonly string[], prefix: string, ignored: string[]): PlainObject {
  const kept = Object.create(null);
  for (const [key, value] of Object.entries(from)) {
    if (known.includes(key)) kept[key] = value;
    else ignored.push(prefix + key);
  }
  return kept;
}

function copyObject(value: Record<string, unknown>): PlainObject {
  const copy = Object.create(null);
  for (const [key, item] of Object.entries(value)) copy[key] = copyValue(item, key);
  return copy;
}

function copyValue(value: unknown, member: string): unknown {
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new LinkError('link-shape', `a number that is too large in \`${member}\``);
  if (Array.isArray(value)) return value.map((item) => copyValue(item, member));
  return isRecord(value) ? copyObject(value) : value;
}

/** @param text checked before parsing, because parsers recurse */
function checkDepth(text: string) {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i += 1) {
    const char = text[i];
    if (inString) {
      if (char === '\\') i += 1;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === '[' || char === '{') depth += 1;
    else if (char === ']' || char === '}') depth -= 1;
    if (depth > CAPS.depth) throw new LinkError('link-too-big', `JSON nested deeper than ${CAPS.depth} levels`);
  }
}

const CHECKS: [Member, (value: unknown) => boolean][] = [
  ['s', isText],
  ['f', (f) => isRecord(f) && Object.entries(f).every(([name, text]) => isFileName(name) && isText(text))],
  ['i', (i) => isRecord(i) && Object.values(i).every(isRecord)],
  ['r', isAgents],
  ['k', isCount],
  ['n', isBranchName],
  ['u', isView],
  ['v', isCount],
];

function isAgents(r: unknown) {
  if (!isRecord(r)) return false;
  const { m, n, l } = r;
  return (
    (m === undefined || m === 'auto' || m === 'manual') &&
    (n === undefined || isRecord(n)) &&
    (l === undefined || isListOf(l, isStored))
  );
}

/** A name as the core takes it: one line of at most 80 characters, not blank. */
function isBranchName(n: unknown) {
  return isText(n) && n.trim() !== '' && /^[^\p{Cc}\u2028\u2029]{1,80}$/u.test(n);
}

function isView(u: unknown) {
  if (!isRecord(u)) return false;
  const { w, p, d, h, n, b } = u;
  const texts = [p, h, n].every((text) => text === undefined || isText(text));
  const layout = w === undefined || (isText(w) && ['split', 'code', 'diagram', 'run'].includes(w));
  return (
    texts && layout && (d === undefined || d === 'TB' || d === 'LR') && (b === undefined || isListOf(b, isBreakpoint))
  );
}

function isBreakpoint(b: unknown) {
  return isRecord(b) && isText(b.at) && (b.if === undefined || isText(b.if)) && (b.off === undefined || isFlag(b.off));
}

/** @param name relative, normalised, `/` separated; only leading `..` */
function isFileName(name: string) {
  return (
    name
      .split('/')
      .every(
        (part, i, parts) =>
          part !== '' && part !== '.' && (part !== '..' || parts.slice(0, i).every((earlier) => earlier === '..')),
      ) &&
    !/^[A-Za-z]:|\\/u.test(name) &&
    name.split('/').at(-1) !== '..'
  );
}

function isListOf(list: unknown, test: (item: unknown) => boolean) {
  return Array.isArray(list) && list.every(test);
}
