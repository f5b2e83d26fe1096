// How a written name finds a transition, and how a dotted reference finds a context. Used by scripts and the auto
// agent.

import type { AgentRequest, ScriptRequest } from './types.ts';

/** Names are nested less deep than this; longer ones are not looked at. */
const MAX_SEGMENTS = 100;

/** @param id the last segment of a dotted id */
export function lastSegment(id: string) {
  return id.slice(id.lastIndexOf('.') + 1);
}

/**
 * The transition tool meant by `name`: tool name, node id, unique last segment, unique label, each first as written
 * and then whatever the case.
 * @returns the tool's name
 */
export function findTransition(request: ScriptRequest, name: string): string | null {
  for (const fold of [identity, lower]) {
    const wanted = fold(name);
    const ways = [
      request.transitions.filter((t) => fold(t.tool) === wanted),
      request.transitions.filter((t) => fold(t.target) === wanted),
      request.transitions.filter((t) => fold(lastSegment(t.target)) === wanted),
      request.transitions.filter((t) => t.label !== '' && fold(t.label) === wanted),
    ];
    for (const found of ways) if (found.length === 1) return found[0].tool;
  }
  return null;
}

/**
 * The fan-out tool meant by `name`: tool name, node id, unique last segment, each first as written and then whatever
 * the case.
 * @returns the tool's name
 */
export function findSpawn(request: ScriptRequest, name: string): string | null {
  const tools = request.tools.filter((tool) => tool.kind === 'spawn' || tool.kind === 'map');
  for (const fold of [identity, lower]) {
    const wanted = fold(name);
    const ways = [
      tools.filter((tool) => fold(tool.name) === wanted),
      tools.filter((tool) => fold(tool.target ?? '') === wanted),
      tools.filter((tool) => fold(lastSegment(tool.target ?? '')) === wanted),
    ];
    for (const found of ways) if (found.length === 1) return found[0].name;
  }
  return null;
}

/**
 * Splits a reference into a context of the request and the names behind it. The longest context id wins; a context
 * may also be named by its last segment where that is unique.
 */
export function findContext(request: ScriptRequest, reference: string): { context: string; rest: string[] } | null {
  const parts = reference.split('.');
  if (parts.length > MAX_SEGMENTS) return null;
  for (const fold of [identity, lower]) {
    for (let n = parts.length; n > 0; n -= 1) {
      const head = fold(parts.slice(0, n).join('.'));
      const rest = parts.slice(n);
      const exact = request.contexts.filter((c) => fold(c.name) === head);
      if (exact.length === 1) return { context: exact[0].name, rest };
      const short = request.contexts.filter((c) => fold(lastSegment(c.name)) === head);
      if (short.length === 1) return { context: short[0].name, rest };
    }
  }
  return null;
}

/** The tool of a kind for a context. */
export function contextTool<R extends ScriptRequest>(
  request: R,
  kind: 'read' | 'write',
  context: string,
): R['tools'][number] | null {
  return request.tools.find((tool) => tool.kind === kind && tool.context === context) ?? null;
}

/** What a person answered last to the questions of the node: null if all were declined, undefined if none was asked. */
export const lastAnswer = ({ answers }: AgentRequest) =>
  answers.findLast(({ ok }) => ok)?.text ?? (answers.length > 0 ? null : undefined);

function identity(text: string) {
  return text;
}

function lower(text: string) {
  return text.toLowerCase();
}
