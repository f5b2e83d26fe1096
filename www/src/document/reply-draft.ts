// A reply being written by hand: what it holds and how it becomes a reply of the core's shape. Pure.

import { readForm, schemaOf } from '../views/schema-value.ts';
import { without } from '../protocol/without.ts';
import { formWords } from '../views/form-strings.ts';
import type { ReplyDraft } from '../storage/drafts.ts';
import type { AgentReply, Json } from '../protocol/types.ts';

export const emptyDraft = (): ReplyDraft => ({
  view: 'form',
  json: '{\n  "turns": [\n    { "calls": [] }\n  ]\n}',
  text: '',
  tool: '',
  fields: {},
  calls: [],
  error: '',
});

/**
 * The draft with the form of another tool, or with none; what was typed for a tool is there again when it comes back.
 */
export function withTool({ tool: before, fields, aside = {} }: ReplyDraft, tool: string): Partial<ReplyDraft> {
  const kept = before === '' ? aside : { ...aside, [before]: fields };
  return { tool, fields: kept[tool] ?? {}, aside: kept, error: '' };
}

/** The draft with the call that its form describes; with an error when a field is not JSON. */
export function withCall(draft: ReplyDraft, tool: { name: string; inputSchema: Json }): ReplyDraft {
  const read = readForm(schemaOf(tool.inputSchema), draft.fields);
  if ('error' in read) return { ...draft, error: formWords.badField(read.error) };
  return {
    ...draft,
    calls: [...draft.calls, { name: tool.name, input: read.value }],
    tool: '',
    fields: {},
    aside: without(draft.aside ?? {}, tool.name),
    error: '',
  };
}

/** The reply of a form. */
export function formReply(draft: ReplyDraft, final: boolean): AgentReply {
  const turn = {
    ...(draft.text ? { text: draft.text } : {}),
    ...(draft.calls.length > 0 ? { calls: draft.calls } : {}),
  };
  return { turns: Object.keys(turn).length > 0 ? [turn] : [], final };
}

/** The reply of a JSON box; null when it is none. A bare list of calls counts as one turn. */
export function jsonReply(text: string): AgentReply | null {
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (Array.isArray(value)) return { turns: [{ calls: value }] };
  if (typeof value !== 'object' || value === null || !(Array.isArray(value.turns) || typeof value.error === 'object'))
    return null;
  return value;
}
