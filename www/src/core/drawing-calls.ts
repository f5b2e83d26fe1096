// Calls about the edited texts that only a drawing that is edited makes: what they declare, the edits of a change, and
// what the core says of a value while it is typed.

import { canonicalOf, type CanonicalAttribute, type CanonicalEdge } from './canonical.ts';
import { edgeKeys } from '../protocol/edge-keys.ts';
import { DRAFT, MADE, type DraftAnswer, type EditOps, type Elements } from '../protocol/elements.ts';
import { applyEdits } from '../protocol/files.ts';
import { EditedText } from './text.ts';
import type { CallHandlers } from '../protocol/messages.ts';
import type { Edit, EditOp, Machine, Span } from '../../pkg/tracklight.js';
import type { Sources } from '../protocol/types.ts';

type Core = typeof import('../../pkg/tracklight.js');

export const DRAWING_CALLS: CallHandlers<{ core: Pick<Core, 'Machine'>; text: EditedText }> = {
  elements: ({ text }, [source]) => text.query(text.sources.entry, source, (machine) => elementsOf(machine, source)),
  changeDrawing: ({ core, text }, [source, ops]) =>
    text.query(text.sources.entry, source, (machine) => changeOf(core, text.sources, machine, ops)),
  draftValue: ({ core, text }, [source, op, typed, at]) =>
    text.query(text.sources.entry, source, (machine) => draftAnswer(core, text, machine, { op, typed, at })),
};

type Edited = ReturnType<Machine['edit']>;

/** Several ops one after the other, as edits of the texts before all of them. */
function changeOf(core: Pick<Core, 'Machine'>, sources: Sources, machine: Machine, ops: EditOps): Edited {
  const [first, ...rest] = ops;
  let sum = machine.edit(first);
  let now = sum.ok ? applyEdits(sources, sum.edits, sources.entry) : null;
  for (const op of rest) {
    if (!sum.ok || now === null) break;
    const read = new EditedText(core, now);
    const next = read.machine.edit(withMade(op, sum.nodes.at(-1) ?? ''));
    read.free();
    if (!next.ok) return next;
    now = applyEdits(now, next.edits, sources.entry);
    const file = (edit: { file?: string }) => edit.file ?? sources.entry;
    const before = sum;
    const files = [...new Set([...before.edits, ...next.edits].map(file))];
    const select = before.nodes.length > 0 ? before.select : next.select;
    sum = {
      ok: true,
      edits: files.flatMap((path) => {
        const own = { from: 0, to: 0, ...(path === sources.entry ? {} : { file: path }) };
        const of = (list: Edit[]) => list.filter((edit) => file(edit) === path);
        return joinedEdits(of(before.edits), of(next.edits)).map((edit) => ({ ...own, ...edit }));
      }),
      select:
        select === next.select
          ? select
          : movedSpan(
              select,
              next.edits.filter((edit) => file(edit) === file(select)),
            ),
      nodes: [...before.nodes, ...next.nodes],
      moved: { ...before.moved, ...next.moved },
      affected: [...before.affected, ...next.affected],
    };
  }
  return sum;
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

const textIn = (attributes: CanonicalAttribute[], key: string) => {
  const value = attributes.find(({ name }) => name === key)?.value;
  return typeof value === 'string' ? value : '';
};

function elementsOf(machine: Machine, source: string): Elements {
  const { nodes, edges } = canonicalOf(machine);
  const contexts = new Set(machine.contexts().map(({ id }) => id));
  const ends = edges.map(({ sourceId = '', targetId = '' }, i) => ({
    id: `e${i}`,
    source: sourceId,
    target: targetId,
  }));
  const keys = edgeKeys(ends);
  return {
    source,
    nodes: nodes.map(({ id, name, type = '', title = '', parentId = null, attributes }) => ({
      id: id ?? name,
      name,
      kind: type,
      title,
      prompt: textIn(attributes, 'prompt'),
      parent: parentId,
      isContext: contexts.has(id ?? name),
      fields: contexts.has(id ?? name) ? attributes.map(({ name, type = '', value }) => ({ name, type, value })) : [],
    })),
    edges: edges.map((edge, i) => ({
      key: keys.get(`e${i}`) ?? '',
      source: edge.sourceId ?? '',
      target: edge.targetId ?? '',
      text: textOf(edge).join(', '),
      label: textOf(edge)
        .filter((part) => edge.type !== 'catch' || part !== 'catch')
        .join(', '),
      condition: edge.condition?.text ?? '',
      access: edge.kind === 'data' ? (edge.type ?? null) : null,
      isCatch: edge.type === 'catch',
      isFork: hasAnnotation(edge, FORKS),
      isJoin: hasAnnotation(edge, JOINS),
    })),
    events: machine.outline().flatMap((item) => (item.class === 'event' ? [item.name] : [])),
  };
}

const FORKS = ['async', 'spawn', 'fork', 'parallel', 'map', 'foreach', 'each'];
const JOINS = ['join', 'merge', 'barrier', 'wait', 'sync'];

const hasAnnotation = ({ annotations = [] }: CanonicalEdge, names: string[]) =>
  annotations.some(({ name }) => names.includes(name.toLowerCase()));

const textOf = ({ attributes, labelParts }: CanonicalEdge) =>
  labelParts ?? (typeof attributes?.text === 'string' ? [attributes.text] : []);

const escaped = (sign: string) => (sign === '\n' ? '\\n' : /["\\]/.test(sign) ? `\\${sign}` : sign);

/**
 * What the core says of a value where it would be written.
 * @param draft `op` with `DRAFT` as its value; `at` is the place of the caret in `typed`, null: nothing is completed
 */
function draftAnswer(
  core: Pick<Core, 'Machine'>,
  text: EditedText,
  machine: Machine,
  { op, typed, at }: { op: EditOp; typed: string; at: number | null },
): DraftAnswer | null {
  const edited = machine.edit(op);
  const { entry } = text.sources;
  if (!edited.ok) return null;
  const file = edited.edits.find(({ insert }) => insert.includes(DRAFT))?.file ?? entry;
  const drafted = applyEdits(text.sources, edited.edits, entry);
  const source = drafted && (file === entry ? drafted.source : drafted.files[file]);
  const from = source?.indexOf(DRAFT) ?? -1;
  if (!drafted || !source || from < 0) return null;
  // Between quotes, a quote of the value is written behind a backslash.
  const isQuoted = /"[^"\n]*$/.test(source.slice(0, from));
  const pieces = [...typed].map((sign) => (isQuoted ? escaped(sign) : sign));
  const places = [0];
  for (const piece of pieces) places.push((places.at(-1) ?? 0) + piece.length);
  const signs = [0];
  for (const sign of typed) signs.push((signs.at(-1) ?? 0) + sign.length);
  const inDraft = (offset: number) => from + (places[signs.findLastIndex((sign) => sign <= offset)] ?? 0);
  const inValue = (place: number) => signs[places.findLastIndex((written) => from + written <= place)] ?? 0;
  const written = source.slice(0, from) + pieces.join('') + source.slice(from + DRAFT.length);
  const end = from + (places.at(-1) ?? 0);
  const read = new EditedText(core, {
    ...drafted,
    ...(file === entry ? { source: written } : { files: { ...drafted.files, [file]: written } }),
  });
  try {
    const inside = (span: { from: number; to: number }) => span.from >= from && span.to <= end;
    return (
      read.query(file, written, (machine) => ({
        completions:
          at === null
            ? []
            : machine
                .complete(inDraft(at))
                .filter(inside)
                .map((one) => ({ ...one, from: inValue(one.from), to: inValue(one.to) })),
        problems: machine
          .diagnostics()
          .filter((one) => one.file === undefined && inside(one))
          .map(({ from, to, severity, message }) => ({ from: inValue(from), to: inValue(to), severity, message })),
      })) ?? null
    );
  } finally {
    read.free();
  }
}
