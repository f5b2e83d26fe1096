// The sentences of events, by path: what it did in a step, then why. Words only.

import { falseOf } from './blocked-words.ts';
import { rejectionOf } from './rejected-answer.ts';
import { answerText, shortData } from './answer-words.ts';
import { writtenDuration } from './durations.ts';
import { isRecord } from '../protocol/plain-data.ts';
import { CANCELED } from './path-status.ts';
import { code, failureWords, fieldError, node, path as chip, quoted, say, type Part } from './parts.ts';
import type { Cause, Event, Failure, Json } from '../protocol/types.ts';
import type { StepRow, SentenceContext } from './types.ts';

type StepSentence = Pick<StepRow, 'parts' | 'end' | 'reason' | 'tag' | 'bad'>;
type Of<K extends Event['kind']> = Extract<Event, { kind: K }>;

/** Paths that are named in a sentence; more are counted. */
const NAMED = 8;

const sentence = (parts: Part[], reason: Part[] = [], bad = false, end: Part[] = []): StepSentence => ({
  parts,
  end,
  reason,
  tag: null,
  bad,
});

/** @param events of one path in one position */
export function pathSentence(path: string, events: Event[], telling: SentenceContext): StepSentence | null {
  const last = <K extends Event['kind']>(kind: K) =>
    events.findLast((event) => event.kind === kind) as Of<K> | undefined;
  const start = last('runStarted')?.starts.find((start) => start.path === path);
  if (start && events.length === 1) return sentence(say`starts at ${node(start.node)}`);
  const calls = events.filter((event) => event.kind === 'agentRequested');
  const call = last('agentRequested');
  const reply = last('agentReplied');
  const at = call?.node ?? reply?.node ?? '';
  const answer = last('requestAnswered');
  const tries = attempts(events);
  // Each attempt begins with a first turn.
  const turns = calls.slice(calls.findLastIndex((call) => call.kind === 'agentRequested' && !(call.turn > 1))).length;
  const counts = [...(tries > 1 ? [`${tries} attempts`] : []), ...(turns > 1 ? [`${turns} turns`] : [])];
  const answered = answer?.ok === false ? DECLINED : 'got an answer';
  const got = answer ? `${answered}, ` : '';
  // A later turn belongs to a call that an earlier step told of.
  const continued = calls[0]?.kind === 'agentRequested' && calls[0].turn > 1 && tries === 1;
  const action = call
    ? continued
      ? say`${node(at)} ${got || (reply ? 'got its reply, ' : '')}continued with turn ${call.turn}`
      : say`${node(at)} ${got}called its agent`
    : reply
      ? say`${node(at)} got its reply`
      : answer
        ? answerWords(answer)
        : null;
  // How often it was called stays where the clause is cut, with where the path went.
  const times = call && !continued && counts.length > 0 ? say` (${counts.join(', ')})` : [];
  const refused = rejected(events);
  const row = (parts: Part[], reason: Part[], last: Part[], bad = false): StepSentence => ({
    ...sentence(parts, listed(refused, reason), bad, last),
    tag: refused.length > 0 && !bad ? WRITE_REJECTED : null,
  });
  const end = ending(events, telling, action !== null);
  if (end && action && !end.alone) {
    const [parts, last] = times.length > 0 ? [[], [...times, ...end.parts, ...end.last]] : [end.parts, end.last];
    return row([...action, ...parts], listed(retried(events), end.reason), last, end.bad);
  }
  if (end) return row(end.parts, end.reason, end.last, end.bad);
  if (action) return row(action, call ? quoted(telling.unanswered?.[call.request] ?? '') : [], times);
  return start ? sentence(say`starts at ${node(start.node)}`) : other(events, telling);
}

const DECLINED = 'had its question declined';

/** A question was answered, and with what. */
function answerWords({ node: at, ok, text, value }: Of<'requestAnswered'>) {
  if (!ok) return say`${node(at)} ${isShort(text) ? `${DECLINED}: “${text}”` : DECLINED}`;
  if (value === undefined) return say`${node(at)} ${isShort(text) ? `got the answer “${text}”` : 'got an answer'}`;
  const fields = answerText({ text, value });
  return say`${node(at)} was answered${fields === '' ? '' : `: ${fields}`}`;
}

/** What came from outside: an event with what it brought, or the time that a timer waited for. */
function arrivalWords(events: Event[], cause: Cause): Part[] | null {
  const received = events.findLast((event): event is Of<'eventReceived'> => event.kind === 'eventReceived');
  if (cause.type === 'event') return eventWords(cause.text ?? received?.name ?? '', received?.data ?? null);
  return cause.type === 'timer' ? say`${writtenDuration(cause.text ?? '')} passed` : null;
}

/** "received `paid` (120)". Of several values each has its name. */
function eventWords(name: string, data: Json): Part[] {
  const members = isRecord(data) ? Object.entries(data) : [['', data] as const];
  const values = members.filter(([, value]) => value !== null).map(([key, value]) => [key, shortData(value)] as const);
  const words = values.map(([key, value]) => (members.length > 1 ? `${key} ${value}` : value)).join(', ');
  return say`received ${code(name)}${words === '' ? '' : ` (${words})`}`;
}

/** "set `Rounds.count` to 1": what expressions of the machine wrote. */
function setWords(events: readonly Event[]): Part[] {
  const changes = events.flatMap((event) =>
    event.kind === 'contextWritten' && event.source === 'set'
      ? event.changes.map(({ field, after }) => say`${code(`${event.context}.${field}`)} to ${shortData(after)}`)
      : [],
  );
  return changes.length === 0
    ? []
    : say`set ${changes.flatMap((words, i) => (i > 0 ? [{ text: ', ' }, ...words] : words))}`;
}

/** An answer that a row has room for, where nothing else in it shows what was answered. */
const isShort = (text: string) => text.length <= 24 && !text.includes('\n');

/** How many attempts the visit that ended here took: 1 without a retry. */
const attempts = (events: Event[]): number =>
  events.reduce((most, event) => (event.kind === 'retryScheduled' ? Math.max(most, event.attempt) : most), 1);

/** Why the attempts before the last one failed, in few words: the sentence counts them, and a row has little room. */
function retried(events: Event[]): Part[] {
  const failed = events.findLast((event): event is Of<'visitFailed'> => event.kind === 'visitFailed');
  return failed && attempts(events) > failed.attempt
    ? [{ text: 'retried: ' }, ...quoted(failureWords(failed.failure.message))]
    : [];
}

/** A path that goes on though a write of its agent was rejected. */
const WRITE_REJECTED: StepRow['tag'] = { text: 'Write rejected', tone: 'warn' };

/** Which writes of an agent were rejected. Those of a failed attempt are told as its failure. */
function rejected(events: Event[]): Part[] {
  const failed = events.findLastIndex(({ kind }) => kind === 'visitFailed');
  const writes = events.slice(failed + 1).filter((event): event is Of<'writeRefused'> => event.kind === 'writeRefused');
  if (writes.length === 0) return [];
  const contexts = [...new Set(writes.map(({ context }) => context))];
  const names = contexts.flatMap((name, i) => (i > 0 ? [{ text: ', ' }, code(name)] : [code(name)]));
  const many = contexts.length > 1;
  const why = whyRejected(writes);
  const colon = why.length > 0 ? [{ text: ': ' }] : [];
  return say`its write${many ? 's' : ''} to ${names} ${many ? 'were' : 'was'} rejected${colon}${why}`;
}

/** The first reason why writes were rejected; the others are counted, and listed where the row is opened. */
function whyRejected(writes: Of<'writeRefused'>[]): Part[] {
  const [first, ...others] = writes.flatMap(({ errors }) => errors);
  if (!first) return [];
  const more = others.length > 0 ? [{ text: ` (and ${others.length} more)` }] : [];
  return [...quoted(fieldError(first.pointer, first.message)), ...more];
}

/** Reasons beside each other; any of them may be empty. */
const listed = (...reasons: Part[][]): Part[] =>
  reasons.filter(({ length }) => length > 0).flatMap((part, i) => (i > 0 ? [{ text: ' · ' }, ...part] : part));

interface Ending {
  parts: Part[];
  /** The clause that is not cut before the others: where the path went. */
  last: Part[];
  reason: Part[];
  bad: boolean;
  /** It does not follow on "called its agent". */
  alone: boolean;
}

/** What became of a path at last. @param after whether it follows a clause */
function ending(events: Event[], telling: SentenceContext, after: boolean): Ending | null {
  const end = (
    parts: Part[],
    reason: Part[] = [],
    { bad = false, alone = true, last = [] as Part[] } = {},
  ): Ending => ({
    parts,
    last,
    reason,
    bad,
    alone,
  });
  const joined = events.find((event): event is Of<'joinFired'> => event.kind === 'joinFired');
  const children = telling.namesForksByNode ? nodesOf(started(events)) : chips(started(events).map(({ path }) => path));
  for (let i = events.length - 1; i >= 0; i -= 1) {
    const event = events[i];
    switch (event?.kind) {
      case 'pathFailed': {
        const tries = attempts(events);
        const { failure } = event;
        const cause = because(failure, telling.isAnswer ? events : []);
        return end(
          say`${node(failure.node)} failed${tries > 1 ? ` after ${tries} attempts` : ''}${cause}`,
          quoted(failureWords(failure.message)),
          { bad: true },
        );
      }
      case 'retryScheduled': {
        const failed = events.findLast((event): event is Of<'visitFailed'> => event.kind === 'visitFailed');
        return end(say`${node(event.node)} failed, retrying`, quoted(failureWords(failed?.failure.message ?? '')), {
          last: say` (attempt ${event.attempt})`,
        });
      }
      case 'pathCancelled':
        return end(
          say`canceled at ${node(event.node)}`,
          CANCELED[event.reason] === undefined ? [] : [{ text: CANCELED[event.reason] }],
        );
      case 'pathCompleted': {
        const empty = events.some((event) => event.kind === 'nothingSpawned') ? say`the list of its @map is empty` : [];
        return after
          ? end(say`,`, empty, { last: say` then completed`, alone: false })
          : end(say`completed at ${node(event.node)}`, empty);
      }
      case 'blocked':
        return after
          ? end([], falseOf(event, telling), { last: say` and is blocked`, alone: false })
          : end(say`blocked at ${node(event.node)}`, falseOf(event, telling));
      case 'spawned': {
        if (after) return end(say`,`, [], { last: say` then forked into ${children}`, alone: false });
        const at = telling.edge(event.edge, event.step)?.source ?? forkedAt(events);
        return end(say`forked at ${node(at)} into ${children}`);
      }
      case 'parked': {
        const target = telling.edge(event.edge, event.step)?.target ?? event.join;
        const waits = say`is waiting at the join of ${node(target)}`;
        const arrived = say`${event.have} of ${event.need} paths`;
        return after
          ? end([], arrived, { last: say` and ${waits}`, alone: false })
          : end(say`${node(event.node)} ${waits}`, arrived);
      }
      case 'requestOpened': {
        const waits = 'is waiting for an answer:';
        const queries = events.flatMap((event) => (event.kind === 'requestOpened' ? [event.query] : []));
        return after
          ? end([], quoted(queries.join(' · ')), { last: say` and ${waits}`, alone: false })
          : end(say`${node(event.node)} ${waits}`, quoted(queries.join(' · ')));
      }
      case 'joinFailed':
        return end(say`join ${node(event.join)} failed`, [{ text: JOIN_FAILED[event.code] ?? event.code }], {
          bad: true,
        });
      case 'pathMerged':
        return after
          ? end(say`,`, [], { last: say` then merged into ${chip(event.into)}`, alone: false })
          : end(say`merged into ${chip(event.into)}`);
      case 'moved': {
        const refused = events.some((event) => event.kind === 'conditionEvaluated');
        const otherwise = event.cause.type === 'default' && refused;
        const reason = listed(otherwise ? say`no condition was true` : causeWords(event.cause), setWords(events));
        const arrival = arrivalWords(events, event.cause);
        if (arrival) return end([...arrival, { text: ',' }], reason, { last: say` moved to ${node(event.to)}` });
        const went = say` moved to ${node(event.to)}`;
        if (joined) return end([...joinWords(joined, telling), ...say`,`], [], { last: went });
        const over = events.find((event): event is Of<'caught'> => event.kind === 'caught');
        if (over)
          return end(say`${node(over.failure.node)} failed,`, quoted(failureWords(over.failure.message)), {
            last: went,
          });
        if (event.from === event.to && after) {
          const why = ['auto', 'default'].includes(event.cause.type) ? say`no condition was true` : reason;
          return end([], why, { last: say` and repeated`, alone: false });
        }
        if (event.from === event.to)
          return end(say`repeated ${node(event.from)}`, ['auto', 'default'].includes(event.cause.type) ? [] : reason);
        const then = say` then moved to ${node(event.to)}`;
        // A path that started others and goes on itself.
        if (children.length > 0)
          return after
            ? end(say`, forked into ${children},`, reason, { last: then, alone: false })
            : end(say`${node(event.from)} forked into ${children},`, reason, { last: then });
        return after
          ? end(say`,`, reason, { last: then, alone: false })
          : end(say`moved from ${node(event.from)}`, reason, { last: say` to ${node(event.to)}` });
      }
      default:
        break;
    }
  }
  return joined ? end(joinWords(joined, telling)) : null;
}

const forkedAt = (events: Event[]) => {
  const forked = events.find((event) => event.kind === 'pathForked');
  return forked?.kind === 'pathForked' ? forked.node : '';
};
/** The paths that a fork started, each once. */
const started = (events: Event[]) => [
  ...new Map(
    events
      .flatMap((event) => (event.kind === 'spawned' ? event.children : []))
      .map(({ path, node }) => [path, { path, node }]),
  ).values(),
];

/** The nodes at which paths started, with how many of them where there are several. */
function nodesOf(children: readonly { node: string }[]): Part[] {
  const counts = new Map<string, number>();
  for (const child of children) counts.set(child.node, (counts.get(child.node) ?? 0) + 1);
  const named = [...counts]
    .slice(0, NAMED)
    .flatMap(([name, count], i) => [
      ...(i > 0 ? [{ text: ', ' }] : []),
      node(name),
      ...(count > 1 ? [{ text: ` ×${count}` }] : []),
    ]);
  return counts.size > NAMED ? [...named, { text: ` and ${counts.size - NAMED} more` }] : named;
}

function chips(paths: readonly string[]): Part[] {
  const named = paths.slice(0, NAMED).flatMap((path, i) => (i > 0 ? [{ text: ' ' }, chip(path)] : [chip(path)]));
  return paths.length > NAMED ? [...named, { text: ` and ${paths.length - NAMED} more` }] : named;
}

function joinWords(joined: Of<'joinFired'>, telling: SentenceContext): Part[] {
  const { join, paths, continuing } = joined;
  const others = paths.filter((path) => path !== continuing);
  const failed = telling.failed?.(joined) ?? [];
  const without = failed.length > 0 ? say` without ${chips(failed)} (failed)` : [];
  return continuing === undefined || others.length === 0
    ? [...say`join ${node(join)} completed`, ...without]
    : [...chips(others), ...say` joined into ${chip(continuing)} at ${node(join)}`, ...without];
}

/** Why a run failed in a step without a failure. */
export const becauseOf = (failed: readonly string[]) => say`because ${chips(failed)} failed`;

/** The clause of a failure. @param events of a step that began with a person's answer */
function because(failure: Failure, events: Event[] = []) {
  if (rejectionOf(events, failure)) return ': your answer was rejected';
  const words: Record<string, string> = {
    agent: ': agent error',
    tool: ': agent reply rejected',
    'turn-limit': ': out of turns',
    'no-choice': ': no edge chosen',
    join: ': join failed',
    limit: ': limit reached',
    'map-source': ': no list to fork over',
    'path-limit': ': too many paths',
    set: ': cannot set a value',
  };
  return words[failure.kind] ?? '';
}

const JOIN_FAILED: Record<string, string> = {
  timeout: 'it timed out',
  short: 'too few paths can arrive',
  conflict: 'merge conflict',
  invalid: 'the merged values are not valid',
  gather: 'the gathered values do not fit',
  set: 'a value of its edge cannot be set',
};

/** Ways to merge that keep every value: nothing is in conflict for the reader, and the join's row has the change. */
const KEEPS_ALL = new Set(['append', 'collect', 'keyed']);

/** Why a path moved. */
function causeWords({ type, text, unless, reason, forced }: Cause): Part[] {
  const words = (() => {
    switch (type) {
      case 'condition':
        return text ? say`because ${code(text)}${unless ? ' is false' : ''}` : [];
      case 'agent':
        return reason || text ? say`agent chose it: “${reason ?? text ?? ''}”` : say`agent chose it`;
      case 'choice':
        return say`by you`;
      case 'force':
        return say`forced`;
      case 'catch':
        return say`catch`;
      default:
        return [];
    }
  })();
  return forced && type !== 'force'
    ? [...words, ...(words.length > 0 ? [{ text: ', ' }] : []), { text: 'forced' }]
    : words;
}

/** What is neither work nor a move. */
function other(events: Event[], telling: SentenceContext): StepSentence | null {
  for (const event of events) {
    const found = runSentence(event, telling);
    if (found) return found;
  }
  return null;
}

/** An event that is told by itself. */
export function runSentence(event: Event, telling: SentenceContext): StepSentence | null {
  const edgeName = (id: string) => {
    const edge = telling.edge(id, event.step);
    return edge ? `${edge.source} -> ${edge.target}` : id;
  };
  switch (event.kind) {
    case 'eventReceived':
      return sentence(eventWords(event.name, event.data));
    case 'timerFired':
      return sentence(say`a timer of ${node(event.node)} was due`);
    case 'contextWritten':
      if (event.source === 'set') return sentence(setWords([event]));
      if (event.source === 'output') {
        const fields = event.changes.map(({ field }) => code(`${event.context}.${field}`));
        return sentence(say`filled in ${fields.flatMap((field, i) => (i > 0 ? [{ text: ', ' }, field] : [field]))}`);
      }
      return event.source === 'host'
        ? sentence(
            say`you changed ${code((event.changes ?? []).map(({ field }) => `${event.context}.${field}`).join(', '))}`,
          )
        : event.source === 'gather'
          ? sentence(say`gathered into ${code(event.context)}`)
          : null;
    case 'writeRefused':
      return sentence(say`write to ${code(event.context)} rejected`, whyRejected([event]), true);
    case 'visitFailed':
      return sentence(
        say`${node(event.node)} failed${because(event.failure)}`,
        quoted(failureWords(event.failure.message)),
        true,
      );
    case 'mergeConflict': {
      if (KEEPS_ALL.has(event.strategy)) return null;
      const field = code(`${event.context}.${event.field}`);
      const taken = code(JSON.stringify(event.taken ?? null));
      // The default strategy is the one that surprises.
      const append = code('@join(merge: append)');
      const cure = event.strategy === 'last_wins' ? say`to keep all values, make it a list and use ${append}` : [];
      return sentence(say`merge conflict in ${field}: kept ${taken}`, cure);
    }
    case 'pathRevived':
      return sentence(say`continues after join ${node(event.join)}`);
    case 'compensating':
      return sentence(say`${node(event.node)} undoes ${node(event.for)}`);
    case 'forceSet':
      return sentence(
        event.mode === null
          ? say`you stopped forcing ${code(edgeName(event.edge))}`
          : say`you ${event.mode === 'take' ? 'forced' : 'closed'} ${code(edgeName(event.edge))}`,
      );
    case 'limitHit':
      return sentence(say`limit ${code(event.limit)} reached`, [], true);
    case 'propertyViolated':
      return sentence(say`${code(event.property)} is violated on ${chip(event.path)} at ${node(event.node)}`, [], true);
    case 'checkpointTaken':
      return sentence(say`checkpoint ${code(event.name)}`);
    case 'editProposed':
      if (!event.path) return sentence(say`you proposed an edit of the machine`);
      return sentence(say`proposed an edit of the machine`, quoted(event.reason));
    case 'machineEdited':
      return sentence(say`edit of the machine applied`);
    case 'editRejected':
      return sentence(say`edit of the machine rejected`);
    case 'requestLapsed':
      return sentence(say`a question of ${node(event.node)} expired`);
    case 'pathForked':
      return sentence(say`forked at ${node(event.node)}`);
    case 'unblocked':
      return sentence(say`is ready again at ${node(event.node)}`);
    default:
      return null;
  }
}
