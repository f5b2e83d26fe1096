// What the auto agent writes: clauses first, typed placeholders if no clause wrote anything, and the same again
// without the rejected fields if the core rejected a write.

import { readClauses, readValue, type Clause } from './clauses.ts';
import { isObject } from './json.ts';
import { placeholder } from './placeholder.ts';
import { typeOf } from './schema-type.ts';
import { contextTool, findContext, findTransition, lastAnswer } from './target.ts';
import type { AgentRequest, Call, FieldRef, Json, JsonObject } from './types.ts';

/** Context to field to value. */
type Writes = Map<string, Map<string, Json>>;

/** The calls a request asks for, before any transition. */
export function planWrites(
  request: AgentRequest,
  warnings: string[],
): { reads: Call[]; writes: Call[]; asks: string[]; target: string | null; risky: boolean } {
  const clauses = readClauses(request.prompt, {
    writable: (ref) => findField(request, ref) !== null,
    readable: (ref) => findRead(request, ref) !== null,
    target: (name) => findTransition(request, name) !== null,
  });
  const writes: Writes = new Map();
  const reads: Map<string, string[] | null> = new Map();
  const asks: string[] = [];
  let target = null;
  let declined = false;
  for (const clause of clauses) {
    if (clause.kind === 'go') target = clause.target;
    else if (clause.kind === 'ask') asks.push(clause.query);
    else if (clause.kind === 'read') noteRead(request, clause.ref, reads);
    else if (isDeclined(request, clause)) declined = true;
    else applyClause(request, clause, writes, warnings);
  }
  // If the user declined a question, nothing is written, and no placeholder either.
  if (writes.size === 0 && !declined) fillPlaceholders(request, writes, warnings);
  const remaining = withoutRefused(request, writes);
  return {
    reads: [...reads].map(([context, fields]) => ({
      name: contextTool(request, 'read', context)?.name ?? `read_${context}`,
      input: (fields === null ? {} : { fields }) as Json,
    })),
    writes: writeCalls(request, remaining),
    asks,
    target,
    risky: [...remaining].some(([context, fields]) =>
      [...fields].some(([field, value]) => mayBeRefused(schemaOf(request, context, field), value)),
    ),
  };
}

/**
 * The only writable field that a reference can mean: `Ctx.field.sub`, or `field` if only one writable context has it.
 */
function findField(request: AgentRequest, reference: string): FieldRef | null {
  const found = findContext(request, reference);
  if (found !== null && found.rest.length > 0) return field(request, found.context, found.rest);
  const parts = reference.split('.');
  const owners = request.contexts.flatMap((context) => field(request, context.name, parts) ?? []);
  return owners.length === 1 ? owners[0] : null;
}

function field(request: AgentRequest, context: string, parts: string[]): FieldRef | null {
  const tool = contextTool(request, 'write', context);
  const info = request.contexts.find((candidate) => candidate.name === context);
  if (tool === null || info === undefined) return null;
  const [written, ...sub] = parts;
  const name =
    info.write.find((field) => field === written) ??
    info.write.find((field) => field.toLowerCase() === written.toLowerCase());
  if (name === undefined)
    return info.open && info.write.length === 0 ? { context, tool: tool.name, field: written, sub, schema: {} } : null;
  return { context, tool: tool.name, field: name, sub, schema: schemaOf(request, context, name) };
}

function findRead(request: AgentRequest, reference: string): { context: string; field: string | null } | null {
  const found = findContext(request, reference);
  if (found !== null && contextTool(request, 'read', found.context) !== null)
    return { context: found.context, field: found.rest[0] ?? null };
  const owners = request.contexts.filter((context) => context.read.includes(reference));
  return owners.length === 1 ? { context: owners[0].name, field: reference } : null;
}

function noteRead(request: AgentRequest, ref: string, reads: Map<string, string[] | null>) {
  const found = findRead(request, ref);
  if (found === null) return;
  const before = reads.get(found.context);
  if (found.field === null || before === null) reads.set(found.context, null);
  else if (!(before ?? []).includes(found.field)) reads.set(found.context, [...(before ?? []), found.field]);
}

function applyClause(
  request: AgentRequest,
  clause: Exclude<Clause, { kind: 'go' | 'ask' | 'read' }>,
  writes: Writes,
  warnings: string[],
) {
  const ref = findField(request, clause.ref);
  if (ref === null) return;
  const old = valueAt(request, writes, ref);
  const next = changedValue(clause, ref, old, lastAnswer(request) ?? undefined);
  if (next === null) {
    warnings.push(`\`${clause.ref}\` holds ${JSON.stringify(old) ?? 'nothing'}, which cannot ${clause.kind}`);
    return;
  }
  const fields = writes.get(ref.context) ?? new Map();
  fields.set(ref.field, withNestedValue(topValue(request, writes, ref), ref.sub, next.value));
  writes.set(ref.context, fields);
}

/** @param answer the user's last answer to a question of the node */
function changedValue(
  clause: Parameters<typeof applyClause>[1],
  ref: FieldRef,
  old: Json | undefined,
  answer: string | undefined,
): { value: Json } | null {
  // A constraint or type binds the field itself, not what lies inside it.
  const schema = ref.sub.length === 0 ? ref.schema : {};
  switch (clause.kind) {
    case 'set':
      return { value: cast(isAnswer(clause.value) && answer !== undefined ? answer : readValue(clause.value), schema) };
    case 'add':
      if (typeOf(schema) === 'array' || Array.isArray(old)) return appended(String(clause.by), old);
      return arithmetic(old, clause.by, (a, b) => a + b);
    case 'subtract':
      return arithmetic(old, clause.by, (a, b) => a - b);
    case 'multiply':
      return arithmetic(old, clause.by, (a, b) => a * b);
    case 'append':
      return appended(clause.value, old);
    case 'remove':
      return Array.isArray(old) ? { value: without(old, readValue(clause.value)) } : null;
    case 'toggle':
      return typeof old === 'boolean' || old === undefined ? { value: old !== true } : null;
    case 'clear':
      return placeholder(schema, ref.field);
  }
}

/** Whether a clause writes an answer that the user declined to give. */
const isDeclined = (request: AgentRequest, clause: Clause) =>
  clause.kind === 'set' && isAnswer(clause.value) && lastAnswer(request) === null;

const isAnswer = (text: string) => /^(?:the )?answer$/iu.test(text.trim());

function arithmetic(old: Json | undefined, by: string | number, operation: (a: number, b: number) => number) {
  const amount = typeof by === 'number' ? by : readValue(by);
  const base = old ?? 0;
  if (typeof base !== 'number' || typeof amount !== 'number') return null;
  return { value: operation(base, amount) };
}

function appended(text: string, old: Json | undefined) {
  if (old !== undefined && old !== null && !Array.isArray(old)) return null;
  return { value: [...(old ?? []), readValue(text)] };
}

function without(list: Json[], value: Json) {
  const at = list.findIndex((item) => JSON.stringify(item) === JSON.stringify(value));
  return list.filter((_, i) => i !== at);
}

/** Converts a value to the type of a schema, unless that would lose something. */
function cast(value: Json, schema: JsonObject) {
  const type = typeOf(schema);
  if (type === 'string' && typeof value !== 'string' && value !== null) return JSON.stringify(value);
  if (typeof value !== 'string') return value;
  if ((type === 'number' || type === 'integer') && value.trim() !== '' && String(Number(value)) === value.trim())
    return Number(value);
  if (type === 'boolean' && /^(?:true|false)$/iu.test(value)) return value.toLowerCase() === 'true';
  return value;
}

function topValue(request: AgentRequest, writes: Writes, ref: FieldRef): Json | undefined {
  const written = writes.get(ref.context);
  if (written?.has(ref.field)) return written.get(ref.field);
  const values = request.contexts.find((context) => context.name === ref.context)?.values ?? {};
  return Object.hasOwn(values, ref.field) ? values[ref.field] : undefined;
}

function valueAt(request: AgentRequest, writes: Writes, ref: FieldRef): Json | undefined {
  let value = topValue(request, writes, ref);
  for (const name of ref.sub) value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return value;
}

function withNestedValue(old: Json | undefined, sub: string[], value: Json): Json {
  if (sub.length === 0) return value;
  const [name, ...rest] = sub;
  const base = isObject(old) ? old : {};
  return { ...base, [name]: withNestedValue(Object.hasOwn(base, name) ? base[name] : undefined, rest, value) };
}

function fillPlaceholders(request: AgentRequest, writes: Writes, warnings: string[]) {
  for (const context of request.contexts) {
    if (contextTool(request, 'write', context.name) === null) continue;
    for (const name of context.write) {
      const value = Object.hasOwn(context.values, name) ? context.values[name] : undefined;
      const made =
        value === undefined
          ? placeholder(schemaOf(request, context.name, name), name)
          : value === false
            ? { value: true }
            : undefined;
      if (made === undefined) continue;
      if (made === null) warnings.push(`\`${context.name}.${name}\` was not written: its pattern needs a default`);
      else writes.set(context.name, (writes.get(context.name) ?? new Map()).set(name, made.value));
    }
  }
}

/** Leaves refused fields out once. Contexts that were written or refused twice are not written again. */
function withoutRefused(request: AgentRequest, writes: Writes): Writes {
  const results = request.transcript.flatMap((turn) => turn.results);
  const remaining: Writes = new Map();
  for (const [context, fields] of writes) {
    const tool = contextTool(request, 'write', context)?.name;
    const tries = results.filter((result) => result.name === tool);
    if (tries.length === 0) remaining.set(context, fields);
    if (tries.length !== 1 || tries[0].ok) continue;
    const refused = refusedFields(tries[0].error?.details);
    const accepted = new Map([...fields].filter(([name]) => !refused.has(name)));
    // If the refusal names no field, the same call would be refused again.
    if (refused.size > 0 && accepted.size > 0) remaining.set(context, accepted);
  }
  return remaining;
}

/** @param details the violations of a refused write; a pointer begins with the field */
function refusedFields(details: Json | undefined) {
  const errors = isObject(details) && Array.isArray(details.errors) ? details.errors : [];
  const pointers = errors.flatMap((error) =>
    isObject(error) && typeof error.pointer === 'string' ? error.pointer : [],
  );
  const unescape = (part: string) => part.replaceAll('~1', '/').replaceAll('~0', '~');
  return new Set(
    pointers.map((pointer) => unescape(pointer.replace(/^\//u, '').split('/')[0])).filter((name) => name !== ''),
  );
}

/** One call for each context, in the order of the request. */
function writeCalls(request: AgentRequest, writes: Writes): Call[] {
  return request.contexts
    .filter((context) => writes.has(context.name))
    .map(({ name }) => ({
      name: contextTool(request, 'write', name)?.name ?? `write_${name}`,
      input: { data: Object.fromEntries(writes.get(name) ?? []) },
    }));
}

function schemaOf(request: AgentRequest, context: string, name: string): JsonObject {
  const input = contextTool(request, 'write', context)?.inputSchema;
  const data = isObject(input) && isObject(input.properties) ? input.properties.data : undefined;
  const properties = isObject(data) && isObject(data.properties) ? data.properties : {};
  const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
  return isObject(schema) ? schema : {};
}

/** Keywords that can never refuse a value of the right type. */
const HARMLESS = new Set(['type', 'title', 'description', 'default', 'examples', '$comment']);

/**
 * Whether the core may refuse a value, so that a second turn is needed to see its result. A wrong guess costs one empty
 * turn.
 */
function mayBeRefused(schema: JsonObject, value: Json) {
  const rules = Object.keys(schema).filter((key) => !HARMLESS.has(key));
  if (!hasType(schema, value)) return true;
  return rules.some((rule) => {
    const bound = schema[rule];
    if (rule === 'enum' && Array.isArray(bound)) return !bound.includes(value);
    if (typeof value !== 'number' || typeof bound !== 'number') return true;
    if (rule === 'minimum') return value < bound;
    if (rule === 'maximum') return value > bound;
    if (rule === 'exclusiveMinimum') return value <= bound;
    if (rule === 'exclusiveMaximum') return value >= bound;
    return true;
  });
}

function hasType(schema: JsonObject, value: Json) {
  if (schema.type === undefined) return true;
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  const kind = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  return types.includes(kind) || (types.includes('integer') && Number.isInteger(value));
}
