// The insides of a row of the timeline: calls, replies, changes, what was rejected, conditions, edges, all events.

import { NOT_SET } from '../../run/outcome-values.ts';
import { compact } from '../../protocol/clip.ts';
import { conditionWords } from '../../run/conditions.ts';
import { failureWords } from '../../run/parts.ts';
import { html, nothing } from 'lit';
import { edgeAt, edgeNames } from '../../protocol/edge-keys.ts';
import { ticked } from '../../ui/code-spans.ts';
import { MOST_ROWS, firsts, left } from '../../ui/cut-list.ts';
import { valueTree } from '../../views/value-tree.ts';
import { kindWords, placeOf, shownDetails } from '../../views/event-words.ts';
import { turnWords } from '../../run/strings.ts';
import { placesOf, replyLines, replyOf, type Replied } from '../../views/reply-turns.ts';
import { isOnBranch } from '../../store/shown-branches.ts';
import { detailWords as say } from './strings.ts';
import type { Event, GivenReply } from '../../protocol/types.ts';
import type { State } from '../../store/state.ts';
import type { RunState } from '../../run/types.ts';

/** @param events of the position @param path "" for what belongs to none */
export function insides({ run: { snapshot, replies, branchEvents } }: State, all: Event[], path: string) {
  const own = all.filter((e) => {
    const at = placeOf(e).path;
    return at === path || (at === '' && (path === '' || e.kind === 'contextWritten' || 'paths' in e));
  });
  const name = edgeNames(snapshot);
  const of = <K extends Event['kind']>(kind: K) => own.filter((e): e is Extract<Event, { kind: K }> => e.kind === kind);
  const calls = callsOf(own);
  // A later turn or attempt may belong to another position.
  const places = placesOf(branchEvents, new Set(calls.flatMap(({ asked }) => (asked ? [asked.request] : []))));
  const replied = new Set(calls.flatMap((call) => (call.replied ? [call.replied.request] : [])));
  const changes = [
    ...of('contextWritten').flatMap((e) =>
      e.changes.map((change) => ({ ...change, at: `${e.context}.${change.field}`, by: say.writers[e.source] })),
    ),
    ...of('merged').flatMap((e) =>
      e.changes.map((change) => ({ ...change, at: `${change.context}.${change.field}`, by: say.merged(e.join) })),
    ),
  ];
  return html`<dl class="details">
    ${firsts(calls).map(
      ({ asked, replied }) =>
        html`${entry(say.call, asked ? [asked] : [], ({ node, attempt, request }) => {
          const mode = replies.findLast((reply) => reply.request === request && isShown(snapshot, reply))?.mode ?? '';
          const turn = places.get(request)?.turn;
          return [node, turnWords.place({ attempt, turn }), turnWords.by[mode] ?? mode].filter(Boolean).join(', ');
        })}
        ${entry(
          say.prompt,
          snapshot?.pending.agents.filter(({ id }) => id === asked?.request) ?? [],
          ({ prompt }) => html`<span class="lines">${prompt}</span>`,
        )}
        ${entry(say.reply, replied ? [replied] : [], (event) => replyLines({ reply: replyOf(event, own) }))}`,
    )}${calls.length > MOST_ROWS ? html`<dd>${left(calls)}</dd>` : nothing}
    ${entry(
      say.tools,
      of('toolCalled'),
      // The reply shows what a tool was given, unless that is long.
      ({ name: tool, request, input, ok, result, error }) =>
        html`<code>${tool}</code> ${
          replied.has(request) && compact(input) === JSON.stringify(input) ? '→' : valueTree(input)
        }
          ${
            ok
              ? valueTree(result)
              : html`<span class="bad">${ticked(failureWords(error?.message ?? ''))}</span>${detailsOf(error)}`
          }`,
    )}
    ${entry(
      say.changes,
      changes,
      ({ at, before, after, by }) =>
        html`<code>${at}</code> ${before === undefined ? NOT_SET : valueTree(before)} → ${valueTree(after)}
          <span class="muted">${by}</span>`,
    )}
    ${entry(
      say.rejected,
      of('writeRefused').flatMap((e) => e.errors.map((error) => ({ context: e.context, error }))),
      ({ context, error }) =>
        html`<code>${context}${error.pointer.replaceAll('/', '.')}</code>
          <span class="bad">${ticked(error.message)}</span>
          ${error.hint ? html`<span class="muted">${ticked(error.hint)}</span>` : nothing}`,
    )}
    ${entry(say.conditions, of('conditionEvaluated'), ({ edge, step, result, error }) => {
      const guard = edgeAt(snapshot, edge, step);
      return html`${name(edge, step)}: <code>${guard?.condition}</code>
          <b class="is-${result}">${conditionWords(guard ?? {}, result)}</b>${error ? html`: ${error}` : nothing}`;
    })}
    ${entry(say.edges, of('moved'), ({ edge, step }) => say.took(name(edge, step)))}
    ${entry(
      say.events,
      own,
      (e) => html`<b>${kindWords(e.kind)}</b> ${placeOf(e).node} <span class="muted">${shownDetails(e, name)}</span>`,
    )}
  </dl>`;
}

/** What a host's tool says of its failure. The core's own is told in words, and that of a write field by field. */
const detailsOf = (error: Extract<Event, { kind: 'toolCalled' }>['error']) =>
  error?.details === undefined || ['write-refused', 'unknown-tool'].includes(error.code)
    ? nothing
    : html` ${valueTree(error.details)}`;

interface Call {
  asked?: Extract<Event, { kind: 'agentRequested' }>;
  replied?: Replied;
}

/** Calls in their order, each with its reply. One of them may belong to an earlier or a later position. */
function callsOf(events: readonly Event[]): Call[] {
  const calls: Map<string, Call> = new Map();
  for (const event of events) {
    if (event.kind === 'agentRequested') calls.set(event.request, { asked: event });
    if (event.kind === 'agentReplied') calls.set(event.request, { ...calls.get(event.request), replied: event });
  }
  return [...calls.values()];
}

/** Whether a reply is one of the branch that is shown: another one may have answered the same call. */
const isShown = (run: RunState['snapshot'], given: GivenReply) =>
  run !== null && isOnBranch(run.branches, run.position.branch, given);

function entry<T>(label: string, list: readonly T[], line: (item: T) => unknown) {
  if (list.length === 0) return nothing;
  return html`<dt>${label}</dt>
    <dd>${firsts([...list]).map((item) => html`<div>${line(item)}</div>`)}${left([...list])}</dd>`;
}
