// What the core says of a machine that is edited by its drawing: its elements, the edits of several ops as one change,
// and what is offered and wrong in a value while it is typed.

import { edgeKeys } from '../protocol/edge-keys.ts';
import { applyEdits, withText } from '../protocol/files.ts';
import { memberOf } from '../protocol/plain-data.ts';
import { textOf } from '../protocol/sources.ts';
import { DRAFT, MADE, type DraftAnswer, type EditOps, type Elements } from './elements.ts';
import type { Refused } from './types.ts';
import type { Edit, EditOp, Engine, Json, Machine, Refusal, Sources, Span } from '../protocol/types.ts';

/** The canonical JSON, as far as it is read here: its form is the core's own and part of the language. */
interface Attribute {
  name: string;
  type?: string;
  value?: Json;
}
interface Canonical {
  nodes: { id: string; name: string; type?: string; title?: string; parentId?: string; attributes: Attribute[] }[];
  edges: CanonicalEdge[];
}
interface CanonicalEdge {
  sourceId: string;
  targetId: string;
  kind: string;
  type?: string;
  labelParts?: string[];
  attributes?: Record<string, Json>;
  condition?: { text: string };
  annotations?: Attribute[];
}

const FORKS = ['async', 'spawn', 'fork', 'parallel', 'map', 'foreach', 'each'];
const JOINS = ['join', 'merge', 'barrier', 'wait', 'sync'];

/** What the texts declare; null where the core does not answer. */
export async function elementsOf(engine: Engine, sources: Sources): Promise<Elements | null> {
  const answer = await engine.declared(sources).catch(() => null);
  if (answer === null) return null;
  const { nodes, edges } = answer.json as unknown as Canonical;
  const contexts = new Set(answer.contexts);
  const keys = edgeKeys(
    edges.map(({ sourceId, targetId }, i) => ({ id: `e${i}`, source: sourceId, target: targetId })),
  );
  return {
    source: sources.source,
    nodes: nodes.map(({ id, name, type = '', title = '', parentId = null, attributes }) => {
      const prompt = attributes.find((attribute) => attribute.name === 'prompt')?.value;
      const hasFields = contexts.has(id) || type === 'event';
      return {
        id,
        name,
        kind: type,
        title,
        prompt: typeof prompt === 'string' ? prompt : '',
        parent: parentId,
        isContext: contexts.has(id),
        fields: hasFields ? attributes.map(({ name, type = '' }) => ({ name, type })) : [],
      };
    }),
    edges: edges.map((edge, i) => ({
      key: keys.get(`e${i}`) ?? '',
      source: edge.sourceId,
      target: edge.targetId,
      text: textsOf(edge).join(', '),
      label: textsOf(edge)
        .filter((part) => edge.type !== 'catch' || part !== 'catch')
        .join(', '),
      condition: edge.condition?.text ?? '',
      access: edge.kind === 'data' ? (edge.type ?? null) : null,
      isCatch: edge.type === 'catch',
      isFork: hasAnnotation(edge, FORKS),
      isJoin: hasAnnotation(edge, JOINS),
      event: edge.kind === 'event' ? keyOf(edge, 'on') : '',
      duration: edge.kind === 'timer' ? keyOf(edge, 'after') : '',
    })),
  };
}

const hasAnnotation = ({ annotations = [] }: CanonicalEdge, names: string[]) =>
  annotations.some(({ name }) => names.includes(name.toLowerCase()));

function keyOf({ attributes = {} }: CanonicalEdge, wanted: string): string {
  const [, value = ''] = Object.entries(attributes).find(([key]) => key.toLowerCase() === wanted) ?? [];
  return String(value);
}

function textsOf({ attributes, labelParts }: CanonicalEdge): string[] {
  const text = memberOf(attributes, 'text');
  return labelParts ?? (typeof text === 'string' ? [text] : []);
}

type Edited = ReturnType<Machine['edit']>;

/** Several ops one after the other, as edits of the texts before all of them; null where the core does not answer. */
export async function changeOf(engine: Engine, sources: Sources, [first, ...rest]: EditOps): Promise<Edited | null> {
  const { entry } = sources;
  const file = (edit: { file?: string }) => edit.file ?? entry;
  let sum = await engine.changeDrawing(sources, first).catch(() => null);
  let now = sum?.ok ? applyEdits(sources, sum.edits, entry) : null;
  for (const op of rest) {
    if (!sum?.ok || now === null) break;
    const before = sum;
    const next = await engine.changeDrawing(now, withMade(op, before.nodes.at(-1) ?? '')).catch(() => null);
    if (!next?.ok) return next;
    now = applyEdits(now, next.edits, entry);
    const files = [...new Set([...before.edits, ...next.edits].map(file))];
    const { select } = before.nodes.length > 0 ? before : next;
    const behind = next.edits.filter((edit) => file(edit) === file(select));
    sum = {
      ok: true,
      edits: files.flatMap((path) => {
        const of = (list: Edit[]) => list.filter((edit) => file(edit) === path);
        const own = path === entry ? {} : { file: path };
        return joinedEdits(of(before.edits), of(next.edits)).map((edit) => ({ ...edit, ...own }));
      }),
      select: select === next.select ? select : movedSpan(select, behind),
      nodes: [...before.nodes, ...next.nodes],
      moved: { ...before.moved, ...next.moved },
      affected: [...before.affected, ...next.affected],
    };
  }
  return sum;
}

/** A refusal of the core, with the name that is free where one is taken. */
export function refusedBy({ code, message, data }: Refusal): Refused {
  const free = memberOf(data, 'free');
  return { ok: false, code, message, free: typeof free === 'string' ? free : '' };
}

/** An op about what the op before it made. */
const withMade = (op: EditOp, made: string): EditOp =>
  Object.fromEntries(Object.entries(op).map(([key, value]) => [key, value === MADE ? made : value])) as EditOp;

/** Where a span is after edits. */
function movedSpan(span: Span, edits: Edit[]): Span {
  const shift = (at: number) =>
    edits.reduce((sum, { from, to, insert }) => (to <= at ? sum + insert.length - (to - from) : sum), at);
  return { ...span, from: shift(span.from), to: shift(span.to) };
}

/** Edits of one text and edits of the text that they make, as edits of the first one. */
export function joinedEdits(first: Edit[], second: Edit[]): { from: number; to: number; insert: string }[] {
  // What stands in the last text: stretches of the first one, and texts that came in.
  type Piece = { from: number; to: number } | string;
  const lengthOf = (piece: Piece) => (typeof piece === 'string' ? piece.length : piece.to - piece.from);
  const part = (piece: Piece, from: number, to: number): Piece =>
    typeof piece === 'string' ? piece.slice(from, to) : { from: piece.from + from, to: piece.from + to };
  const apply = (pieces: Piece[], edits: Edit[]): Piece[] => {
    const sorted = [...edits].sort((a, b) => a.from - b.from || a.to - b.to);
    const cut = (from: number, to: number) => {
      let at = 0;
      return pieces.flatMap((piece) => {
        const [start, end] = [at, at + lengthOf(piece)];
        at = end;
        return end <= from || start >= to ? [] : [part(piece, Math.max(0, from - start), Math.min(to, end) - start)];
      });
    };
    const ends = [0, ...sorted.map(({ to }) => to)];
    return [
      ...sorted.flatMap(({ from, insert }, i) => [...cut(ends[i] ?? 0, from), insert]),
      ...cut(ends.at(-1) ?? 0, Infinity),
    ];
  };
  const pieces = apply(apply([{ from: 0, to: Infinity }], first), second);
  const edits: { from: number; to: number; insert: string }[] = [];
  let [from, insert] = [0, ''];
  for (const piece of pieces) {
    if (typeof piece === 'string') insert += piece;
    else if (piece.from < piece.to) {
      if (insert !== '' || piece.from > from) edits.push({ from, to: piece.from, insert });
      [from, insert] = [piece.to, ''];
    }
  }
  return edits;
}

const escaped = (sign: string) => (sign === '\n' ? '\\n' : /["\\]/.test(sign) ? `\\${sign}` : sign);

/**
 * What the core says of a value where it would be written; null where it has no place.
 * @param op with `DRAFT` as its value
 * @param at of the caret in `typed`; null: nothing is completed
 */
export async function draftAnswer(
  engine: Engine,
  sources: Sources,
  op: EditOp,
  typed: string,
  at: number | null,
): Promise<DraftAnswer | null> {
  const edited = await engine.changeDrawing(sources, op).catch(() => null);
  if (!edited?.ok) return null;
  const file = edited.edits.find(({ insert }) => insert.includes(DRAFT))?.file ?? sources.entry;
  const drafted = applyEdits(sources, edited.edits, sources.entry);
  const source = drafted && textOf(drafted, file);
  const from = source?.indexOf(DRAFT) ?? -1;
  if (!drafted || !source || from < 0) return null;
  // Between quotes, a quote of the value is written behind a backslash.
  const isQuoted = /"[^"\n]*$/.test(source.slice(0, from));
  const pieces = [...typed].map((sign) => (isQuoted ? escaped(sign) : sign));
  const sums = (list: readonly string[]) => list.reduce((all, { length }) => [...all, (all.at(-1) ?? 0) + length], [0]);
  const [signs, places] = [sums([...typed]), sums(pieces)];
  const inDraft = (offset: number) => from + (places[signs.findLastIndex((sign) => sign <= offset)] ?? 0);
  const inValue = (place: number) => signs[places.findLastIndex((written) => from + written <= place)] ?? 0;
  const end = from + (places.at(-1) ?? 0);
  const written = withText(drafted, file, source.slice(0, from) + pieces.join('') + source.slice(from + DRAFT.length));
  const answer = await engine.completeAt(written, file, at === null ? null : inDraft(at)).catch(() => null);
  const inside = (span: Span) => span.from >= from && span.to <= end;
  const moved = <T extends Span>(one: T): T => ({ ...one, from: inValue(one.from), to: inValue(one.to) });
  return (
    answer && {
      completions: answer.completions.filter(inside).map(moved),
      problems: answer.diagnostics.filter((one) => one.file === undefined && inside(one)).map(moved),
    }
  );
}
