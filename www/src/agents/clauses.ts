// Reads a prompt as a list of plain clauses: `add 1 to Counter.value`, `go to done`. Knows only words and forms; the
// lookup that is passed in resolves references.

import type { Json } from './types.ts';

export type Clause =
  | { kind: 'set'; ref: string; value: string }
  | { kind: 'add' | 'subtract' | 'multiply'; ref: string; by: string | number }
  | { kind: 'append' | 'remove'; ref: string; value: string }
  | { kind: 'toggle' | 'clear'; ref: string }
  | { kind: 'read'; ref: string }
  | { kind: 'go'; target: string }
  | { kind: 'ask'; query: string };

const VERBS = [
  'set',
  'assign',
  'put',
  'make',
  'change',
  'update',
  'write',
  'store',
  'save',
  'record',
  'add',
  'plus',
  'increase',
  'increment',
  'raise',
  'subtract',
  'take',
  'decrease',
  'decrement',
  'reduce',
  'lower',
  'multiply',
  'double',
  'halve',
  'append',
  'push',
  'remove',
  'toggle',
  'flip',
  'clear',
  'reset',
  'read',
  'get',
  'check',
  'look at',
  'go to',
  'move to',
  'continue to',
  'proceed to',
  'choose',
  'ask for',
  'request',
].join('|');

const NAME = String.raw`[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*`;
const REF = String.raw`(?:the\s+)?["'\x60]?(?<ref>${NAME})["'\x60]?`;
const V = '(?<v>.+)';

/** The first row that matches and whose reference exists is taken, so `write a to b` can be read either way. */
const ROWS: [RegExp, (ref: string, v: string) => Clause][] = [
  [
    row(`(?:set|assign|put|make|change)\\s+${REF}\\s*(?:\\bto\\b|=|\\bas\\b)\\s*${V}`),
    (ref, v) => ({ kind: 'set', ref, value: v }),
  ],
  [
    row(`(?:update|write|store|save|record)\\s+${REF}\\s+(?:with|to|as)\\s+${V}`),
    (ref, v) => ({ kind: 'set', ref, value: v }),
  ],
  [row(`(?:store|save|write|put)\\s+${V}\\s+(?:into|in|to)\\s+${REF}`), (ref, v) => ({ kind: 'set', ref, value: v })],
  [row(`(?:add|plus)\\s+${V}\\s+to\\s+${REF}`), (ref, v) => ({ kind: 'add', ref, by: v })],
  [row(`(?:increase|increment|raise)\\s+${REF}(?:\\s+by\\s+${V})?`), (ref, v) => ({ kind: 'add', ref, by: v ?? 1 })],
  [row(`(?:subtract|take)\\s+${V}\\s+from\\s+${REF}`), (ref, v) => ({ kind: 'subtract', ref, by: v })],
  [
    row(`(?:decrease|decrement|reduce|lower)\\s+${REF}(?:\\s+by\\s+${V})?`),
    (ref, v) => ({ kind: 'subtract', ref, by: v ?? 1 }),
  ],
  [row(`multiply\\s+${REF}\\s+by\\s+${V}`), (ref, v) => ({ kind: 'multiply', ref, by: v })],
  [row(`double\\s+${REF}`), (ref) => ({ kind: 'multiply', ref, by: 2 })],
  [row(`halve\\s+${REF}`), (ref) => ({ kind: 'multiply', ref, by: 0.5 })],
  [row(`(?:append|push)\\s+${V}\\s+to\\s+${REF}`), (ref, v) => ({ kind: 'append', ref, value: v })],
  [row(`remove\\s+${V}\\s+from\\s+${REF}`), (ref, v) => ({ kind: 'remove', ref, value: v })],
  [row(`(?:toggle|flip)\\s+${REF}`), (ref) => ({ kind: 'toggle', ref })],
  [row(`(?:clear|reset)\\s+${REF}`), (ref) => ({ kind: 'clear', ref })],
];
const READ_PATTERN = row(`(?:read|get|check|look at)\\s+${REF}`);
/** Clauses that read often end with a reason: `check Stock.count for gaps`. */
const READ_WITH_REASON_PATTERN = new RegExp(`^(?:read|get|check|look at)\\s+${REF}\\b`, 'iu');
const GO = row(`(?:go to|move to|continue to|proceed to|choose)\\s+${V}`);
const ASK = row(`(?:ask for|request)\\s+${V}`);

/** The clauses of a prompt that the auto agent can carry out, in order. */
export function readClauses(
  prompt: string,
  known: { writable(ref: string): boolean; readable(ref: string): boolean; target(name: string): boolean },
): Clause[] {
  return splitPrompt(prompt).flatMap((clause) => readClause(clause, known) ?? []);
}

function readClause(clause: string, known: Parameters<typeof readClauses>[1]): Clause | null {
  for (const [pattern, make] of ROWS) {
    const groups = pattern.exec(clause)?.groups;
    if (groups !== undefined && known.writable(groups.ref)) return make(groups.ref, groups.v);
  }
  for (const pattern of [READ_PATTERN, READ_WITH_REASON_PATTERN]) {
    const groups = pattern.exec(clause)?.groups;
    if (groups !== undefined && known.readable(groups.ref)) return { kind: 'read', ref: groups.ref };
  }
  const target = GO.exec(clause)?.groups?.v;
  if (target !== undefined) {
    const name = bare(target.replace(/^the\s+/iu, ''));
    return known.target(name) ? { kind: 'go', target: name } : null;
  }
  const query = ASK.exec(clause)?.groups?.v;
  return query === undefined ? null : { kind: 'ask', query: bare(query) };
}

/** The value in a clause: quoted text, number, true, false, null, JSON, or else the words as text. */
export function readValue(text: string): Json {
  const trimmed = text.trim();
  const quoted = unquote(trimmed);
  if (quoted !== null) return quoted;
  if (/^(?:[-+]?(?:\d|\.\d)|[[{]|(?:true|false|null)$)/iu.test(trimmed)) {
    try {
      return JSON.parse(/^(?:true|false|null)$/iu.test(trimmed) ? trimmed.toLowerCase() : trimmed.replace(/^\+/u, ''));
    } catch {
      return trimmed;
    }
  }
  return trimmed;
}

function unquote(text: string) {
  const found = /^(["'`])(.*)\1$/su.exec(text);
  if (found === null || found[2].includes(found[1])) return null;
  return found[2];
}

function bare(text: string) {
  return unquote(text.trim()) ?? text.trim();
}

function row(pattern: string) {
  return new RegExp(`^${pattern}$`, 'iu');
}

const LEAD = /^(?:[-*•]\s+|(?:and|then|please|also|now|first|next|finally)\b[,\s]*)/iu;
const CUT_BEFORE_VERB = new RegExp(`^,?\\s+(?:and then|then|and)\\s+(?=(?:${VERBS})\\b)`, 'iu');

/**
 * Cuts a prompt at line ends, `;`, full stops and joining words before a verb, but never inside quotes or brackets.
 */
function splitPrompt(prompt: string): string[] {
  const clauses: string[] = [];
  let start = 0;
  let i = 0;
  const end = (skip: number) => {
    clauses.push(prompt.slice(start, i));
    i += skip;
    start = i;
  };
  while (i < prompt.length) {
    const rest = shielded(prompt, i);
    if (rest > 0) i += rest;
    else if (prompt[i] === '\n' || prompt[i] === '\r' || prompt[i] === ';') end(1);
    else if (prompt[i] === '.' && /^\.(?:\s|$)/u.test(prompt.slice(i, i + 2))) end(1);
    else if (prompt[i] === ' ' || prompt[i] === ',') {
      // Joining words are short: the longest verb with its joiner fits well into 40 characters.
      const joiner = CUT_BEFORE_VERB.exec(prompt.slice(i, i + 40));
      if (joiner === null) i += 1;
      else end(joiner[0].length);
    } else i += 1;
  }
  end(0);
  return clauses.map(strip).filter((clause) => clause !== '');
}

function strip(clause: string) {
  let text = clause.trim();
  for (;;) {
    const shorter = text.replace(LEAD, '');
    if (shorter === text) return text.replace(/[.!,]+$/u, '').trim();
    text = shorter;
  }
}

/** Quoted texts and JSON values in a prompt are shorter; the bound keeps a hostile prompt cheap. */
const MAX_SHIELD = 1000;

/** Length of the quoted text or bracket group that begins here; 0 if none does. */
function shielded(text: string, from: number) {
  const opener = text[from];
  if (!'"`\'[{'.includes(opener)) return 0;
  const line = text.slice(from + 1, from + MAX_SHIELD).split('\n', 1)[0];
  if (opener === '"' || opener === '`') return line.includes(opener) ? line.indexOf(opener) + 2 : 0;
  // An apostrophe inside a word does not begin a quotation.
  if (opener === "'") return /[\p{L}\p{N}]/u.test(text[from - 1] ?? ' ') ? 0 : afterMatch(line, /'(?![\p{L}\p{N}])/u);
  const closer = opener === '[' ? ']' : '}';
  let depth = 1;
  for (let i = 0; i < line.length; i += 1) {
    if (line[i] === opener) depth += 1;
    if (line[i] === closer) depth -= 1;
    if (depth === 0) return i + 2;
  }
  return 0;
}

/** @param pattern the closing quote */
function afterMatch(line: string, pattern: RegExp) {
  const close = pattern.exec(line);
  return close === null ? 0 : close.index + 2;
}
