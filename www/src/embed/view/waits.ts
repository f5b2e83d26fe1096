// What a run waits for, below the panes: its question, the events that it awaits, and its timers. It comes with the
// first element that waits for any.

import { html, nothing } from 'lit';
import { awaitedEvents, runningTimers, takesData } from '../../run/awaited.ts';
import { openQuestions } from '../../run/waiting.ts';
import { eventKey, formOf, refusedDraft, valuesOf, withChoice } from '../../views/answer-form.ts';
import { eventForm, questionForm, timerRow, type WaitDraft, type WaitHandlers } from '../../views/wait-forms.ts';
import { waitWords } from '../../views/wait-strings.ts';
import { without } from '../../protocol/without.ts';
import { oneSheet } from '../one-sheet.ts';
import { words } from './strings.ts';
import forms from '../../views/wait-forms.css?inline';
import style from './waits.css?inline';
import type { MachineError } from '../waiting.ts';
import type { GivenAnswer, Json, Snapshot } from '../../protocol/types.ts';

export const sheet = oneSheet(() => forms + style);

interface WaitFormsDependencies {
  snapshot(): Snapshot | null;
  /** Calls a method of the element. */
  give(method: 'answer' | 'send' | 'elapse', ...args: unknown[]): Promise<unknown>;
  say(text: string): void;
  changed(): void;
}

export class WaitForms {
  readonly sheet = sheet();
  readonly #deps: WaitFormsDependencies;
  /** What was typed and not given yet, by request or event. */
  #drafts: Record<string, WaitDraft> = {};
  #handlers: WaitHandlers = {
    draft: (key) => this.#drafts[key],
    typed: (request, text) => this.#redraft(request, { text, error: '' }),
    filled: (key, fields) => this.#redraft(key, { fields, error: '', errors: [] }),
    answer: (request, ok) => this.#answer(request, ok),
    choose: (request, answer) => this.#choose(request, answer),
    send: (name) => this.#send(name),
    elapse: (ms) => this.#give('', 'elapse', ms),
  };

  constructor(deps: WaitFormsDependencies) {
    this.#deps = deps;
  }

  render({ view, pending }: Snapshot) {
    const questions = openQuestions({ pending });
    const question = questions.find(({ priority }) => priority === 'required') ?? questions[0];
    const [timer] = runningTimers(view);
    const on = this.#handlers;
    return html`<section class="waits" part="waits" aria-label=${words.waiting}>
      ${
        question
          ? html`<article class="asks">
            <p class="query">${question.query}</p>
            ${questionForm(question, on, `answer-${question.id}`)}
          </article>`
          : nothing
      }
      ${awaitedEvents(view).map((event) => html`<article>${eventForm(event, on, `send-${event.name}`)}</article>`)}
      ${timer ? timerRow(timer, view.edges.find(({ id }) => id === timer.edge)?.target ?? '', on) : nothing}
    </section>`;
  }

  #redraft(key: string, draft: WaitDraft) {
    this.#drafts = { ...this.#drafts, [key]: { ...this.#drafts[key], ...draft } };
    this.#deps.changed();
  }

  #answer(request: string, ok: boolean) {
    const form = this.#formOf(request);
    if (ok && form !== null) return this.#giveForm(request, 'answer', request, form.schema, form.values);
    const text = this.#drafts[request]?.text?.trim() ?? '';
    if (text === '') return this.#redraft(request, { error: ok ? waitWords.empty : waitWords.why });
    return this.#give(request, 'answer', request, ok ? text : { error: text });
  }

  /** Gives one of the answers of a question, with what else was typed into its form. */
  #choose(request: string, answer: GivenAnswer) {
    const form = this.#formOf(request);
    const draft = withChoice(this.#drafts[request], form, answer);
    if (form === null || draft === null) return this.#give(request, 'answer', request, answer);
    this.#redraft(request, draft);
    return this.#giveForm(request, 'answer', request, form.schema, form.values);
  }

  #formOf(request: string) {
    return this.#deps.snapshot()?.pending.requests.find(({ id }) => id === request)?.form ?? null;
  }

  #send(name: string) {
    const { events } = this.#deps.snapshot()?.view.pending ?? { events: [] };
    const event = events.find((event) => event.name === name);
    if (event === undefined) return;
    if (takesData(event)) this.#giveForm(eventKey(name), 'send', name, event.schema);
    else this.#give(eventKey(name), 'send', name);
  }

  #giveForm(key: string, method: 'answer' | 'send', about: string, schema: Json, values?: Record<string, Json>) {
    const draft = formOf(this.#drafts[key], schema, values);
    const read = valuesOf(schema, draft);
    if ('draft' in read) this.#redraft(key, read.draft);
    else this.#give(key, method, about, read.value);
  }

  /** What is refused is told at the form, which keeps what was typed. */
  #give(key: string, method: 'answer' | 'send' | 'elapse', ...args: unknown[]) {
    void this.#deps.give(method, ...args).then(
      () => {
        this.#drafts = without(this.#drafts, key);
        this.#deps.changed();
      },
      ({ code, message, data }: MachineError) => {
        if (key === '') return this.#deps.say(message);
        const { error, errors } = refusedDraft(formOf(this.#drafts[key], null), { code, message, data });
        return this.#redraft(key, { error, errors });
      },
    );
  }
}
