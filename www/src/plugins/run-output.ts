// A run in the terminal: its timeline as it happens, its state, and what it is waiting for.

import { answerChoices } from '../run/answer-choices.ts';
import { captionOf } from '../run/caption.ts';
import { durationWords } from '../run/durations.ts';
import { shortValue } from '../run/outcome-values.ts';
import { EXIT, type Output } from './command-line.ts';
import { strings } from './strings.ts';
import type { EdgeView, Event, InfoRequest, Json, Outcome, View } from '../../pkg/tracklight.js';

/** Prints what happens, a line for each sentence of the timeline. */
export class TimelinePrinter {
  readonly #out: Output['out'];
  readonly #color: (code: number, text: string) => string;
  readonly #events: Event[] = [];
  #step: Event[] = [];
  #edges: EdgeView[] = [];

  constructor({ out, isTerminal = false }: Output) {
    this.#out = out;
    this.#color = (code, text) => (isTerminal && !process.env.NO_COLOR ? `\u001b[${code}m${text}\u001b[0m` : text);
  }

  /** @param edges of the machine, which sentences name */
  follow(edges: EdgeView[]) {
    this.#edges = edges;
  }

  /** Printed once all events of the same action have arrived. */
  event(event: Event) {
    if (this.#step.length > 0 && this.#step[0]?.step !== event.step) this.flush();
    if (this.#step.length === 0) setImmediate(() => this.flush());
    this.#step.push(event);
  }

  flush() {
    const step = this.#step;
    const [first] = step;
    this.#step = [];
    if (first === undefined) return;
    this.#events.push(...step);
    for (const { text, reason } of captionOf({ tick: first.tick, edges: this.#edges }, step, this.#events))
      this.#out(`${text}${separated(reason, text, (part) => this.#color(2, part))}\n`);
  }

  /** @param nextSteps what the user can do about a run that waits @returns the exit code */
  summary(view: View, nextSteps: string[]): number {
    this.flush();
    const { outcome } = view;
    const code = exitOf(outcome);
    const words = outcome.kind === 'running' ? strings.waits : strings.ended(outcome);
    this.#out(`${this.#color(code === EXIT.failed ? 31 : 1, words)}\n`);
    for (const line of [...valueLines(view), ...waitLines(view)]) this.#out(`  ${line}\n`);
    const { inputTokens, outputTokens, cost } = view.usage;
    if (inputTokens + outputTokens > 0) this.#out(`${strings.used(inputTokens, outputTokens, cost)}\n`);
    if (code === EXIT.waiting) for (const line of nextSteps) this.#out(`${line}\n`);
    return code;
  }
}

/** The reason that follows a sentence. The page sets it apart by color, which a terminal may not show. */
function separated(reason: string, text: string, color: (part: string) => string) {
  if (reason === '') return '';
  const isSeparated = reason.startsWith('·') || text.endsWith(':');
  return ` ${color(isSeparated ? reason : `· ${reason}`)}`;
}

export function exitOf({ kind }: Outcome): number {
  if (kind === 'completed') return EXIT.ok;
  return kind === 'running' ? EXIT.waiting : EXIT.failed;
}

/**
 * The values as a table; where paths differ, a row for each.
 * @param textOf a value as text, which may be cut
 */
export function valueLines({ contexts }: View, textOf: (value: Json | undefined) => string = shortValue): string[] {
  const rows = Object.entries(contexts).flatMap(([context, { fields }]) =>
    Object.entries(fields).flatMap(([field, { values, agree }]) =>
      (agree ? values.slice(0, 1) : values).map(({ path, set, value }) => [
        `${context}.${field}${agree || path === null ? '' : ` (${strings.path(path)})`}`,
        set ? textOf(value) : strings.notSet,
      ]),
    ),
  );
  const width = Math.max(0, ...rows.map(([name = '']) => name.length));
  return rows.map(([name = '', value]) => `${name.padEnd(width)}  ${value}`);
}

/** What the run waits for, with the ids that the other commands take. */
export function waitLines({ pending: { agents, requests, events, timers } }: View): string[] {
  return [
    ...agents.map(({ id, node }) => strings.waitingForAgent(id, node)),
    ...requests.map(({ id, node, query, options, form }) =>
      strings.waitingForAnswer(id, node, query, options ?? form?.fields ?? []),
    ),
    ...events.map(({ name, node }) => strings.waitingForEvent(name, node)),
    ...timers.map(({ node, left }) => strings.waitingForTimer(durationWords(left), node)),
  ];
}

/** The commands that continue the run of a journal: one of each kind. */
export function nextCommands({ pending: { agents, requests, events, timers } }: View, journal: string): string[] {
  const file = quoted(journal);
  const [question] = requests;
  const [event] = events;
  const commands = [
    ...(question ? [`answer ${file} ${question.id} ${quoted(exampleAnswer(question))}`] : []),
    ...(event ? [`send ${file} ${quoted(event.name)}${event.schema === null ? '' : ` '{…}'`}`] : []),
    ...(agents.length > 0 ? [`resume ${file} --agent agent.mjs`] : []),
    ...(timers.length > 0 && agents.length === 0 ? [`resume ${file}`] : []),
  ];
  return commands.length === 0 ? [] : [strings.toContinue, ...commands.map((words) => `  tracklight ${words}`)];
}

function exampleAnswer({ options, form }: InfoRequest): string {
  const [choice] = answerChoices({ options, form }).choices;
  if (choice !== undefined) return typeof choice.answer === 'string' ? choice.answer : JSON.stringify(choice.answer);
  return form === null ? '…' : `{${form.fields.map((field) => `"${field}": …`).join(', ')}}`;
}

/** A word of a command as a POSIX shell reads it. */
const quoted = (word: string) => (/^[\w./@:%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
