// Replies of agents and answers to questions, as the visitor gives them: what is written so far, and sending it.

import { replyWords } from './strings.ts';
import { waitWords } from '../views/wait-strings.ts';
import type { ReplyDraft } from '../storage/drafts.ts';
import { awaitedEvents, takesData } from '../run/awaited.ts';
import { eventKey, formOf, refusedDraft, valuesOf, withChoice, type FormDraft } from '../views/answer-form.ts';
import type { AgentReply, GivenAnswer, InfoRequest, Json } from '../protocol/types.ts';
import { without } from '../protocol/without.ts';
import { openQuestions, sentAlong } from '../run/waiting.ts';
import { emptyDraft, formReply, jsonReply, withCall } from './reply-draft.ts';
import type { DocumentRun } from './document-run.ts';
import type { ActionOf } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import { refusalOf } from '../run/run-store.ts';

export type Action = ActionOf<
  | 'draft'
  | 'addCall'
  | 'sendForm'
  | 'sendJson'
  | 'failRequest'
  | 'answerText'
  | 'answer'
  | 'answerFields'
  | 'giveAnswer'
  | 'sendEvent'
  | 'elapse'
>;

export interface RepliesDependencies {
  store: Store;
  running: Pick<DocumentRun, 'reply' | 'answer' | 'send' | 'elapse' | 'resumeAfterAnswer'>;
}

export class Replies {
  readonly #deps: RepliesDependencies;

  constructor(deps: RepliesDependencies) {
    this.#deps = deps;
  }

  act(action: Action) {
    switch (action.type) {
      case 'draft':
        this.#redraft(action.request, { ...this.#draft(action.request), ...action.part });
        break;
      case 'addCall': {
        const tool = this.#tool(action.request);
        if (tool) this.#redraft(action.request, withCall(this.#draft(action.request), tool));
        break;
      }
      case 'sendForm': {
        // A form that is filled in but not added yet is meant to be sent as well.
        const tool = this.#tool(action.request);
        const draft = this.#draft(action.request);
        const full = tool ? withCall(draft, tool) : draft;
        if (full.error) this.#redraft(action.request, full);
        else void this.#send(action.request, formReply(full, action.final));
        break;
      }
      case 'sendJson': {
        const draft = this.#draft(action.request);
        const reply = jsonReply(draft.json);
        if (reply) void this.#send(action.request, reply);
        else this.#redraft(action.request, { ...draft, error: replyWords.notJson });
        break;
      }
      case 'failRequest':
        void this.#send(action.request, {
          error: { message: this.#draft(action.request).text || replyWords.failText },
        });
        break;
      case 'answerText':
        this.#reanswer(action.request, action.text);
        break;
      case 'answer':
        void this.#answer(action.request, action.ok);
        break;
      case 'answerFields':
        this.#refill(action.request, { fields: action.fields, error: '', errors: [] });
        break;
      case 'giveAnswer':
        void this.#choose(action.request, action.answer);
        break;
      case 'sendEvent':
        void this.#sendEvent(action.name);
        break;
      case 'elapse':
        void this.#elapse(action.ms);
        break;
    }
  }

  #draft(request: string) {
    return this.#deps.store.state.drafts[request] ?? emptyDraft();
  }

  #redraft(request: string, draft: ReplyDraft) {
    this.#deps.store.set({ drafts: { ...this.#deps.store.state.drafts, [request]: draft } });
  }

  /** The tool whose form is open. */
  #tool(request: string) {
    const {
      run: { snapshot },
      drafts,
    } = this.#deps.store.state;
    return (
      snapshot?.pending.agents
        .find((candidate) => candidate.id === request)
        ?.tools.find(({ name }) => name === drafts[request]?.tool) ?? null
    );
  }

  async #send(request: string, reply: AgentReply) {
    const refusal = refusalOf(await this.#deps.running.reply(request, reply));
    if (refusal) return this.#redraft(request, { ...this.#draft(request), error: refusal.message });
    this.#deps.store.set({ drafts: without(this.#deps.store.state.drafts, request) });
    await this.#deps.running.resumeAfterAnswer();
  }

  #reanswer(request: string, text: string, error: string = '') {
    const { answers } = this.#deps.store.state;
    this.#deps.store.set({ answers: { ...answers, [request]: { ...answers[request], text, error } } });
  }

  async #answer(request: string, ok: boolean) {
    const {
      answers,
      run: { snapshot },
    } = this.#deps.store.state;
    const form = openQuestions(snapshot).find(({ id }) => id === request)?.form ?? null;
    if (ok && form !== null) return this.#fillIn(request, form);
    const text = answers[request]?.text.trim() ?? '';
    if (!text) return this.#reanswer(request, text, ok ? waitWords.empty : waitWords.why);
    await this.#answerWith(request, ok ? text : { error: text });
  }

  /** Gives one of the answers of a question, with what else was typed into its form. */
  #choose(request: string, answer: GivenAnswer) {
    const { answers, run } = this.#deps.store.state;
    const form = openQuestions(run.snapshot).find(({ id }) => id === request)?.form;
    const draft = withChoice(answers[request], form, answer);
    if (!form || !draft) return this.#answerWith(request, answer);
    this.#refill(request, draft);
    return this.#fillIn(request, form);
  }

  /** Gives an answer, after those that would expire with it. */
  async #answerWith(request: string, answer: GivenAnswer) {
    const {
      answers,
      run: { snapshot },
    } = this.#deps.store.state;
    for (const { id } of sentAlong(snapshot, answers, request))
      if (!(await this.#give(id, answers[id].text.trim()))) return;
    if (await this.#give(request, answer)) await this.#deps.running.resumeAfterAnswer();
  }

  #fillIn(request: string, { schema, values }: NonNullable<InfoRequest['form']>) {
    const read = valuesOf(schema, this.#form(request, schema, values));
    if ('draft' in read) return this.#refill(request, read.draft);
    return this.#answerWith(request, read.value as Record<string, Json>);
  }

  /** Sends an event, with what was typed into its form. */
  async #sendEvent(name: string) {
    const { run } = this.#deps.store.state;
    const event = run.snapshot ? awaitedEvents(run.snapshot.view).find((event) => event.name === name) : undefined;
    if (event === undefined) return;
    const key = eventKey(name);
    const read = takesData(event) ? valuesOf(event.schema, this.#form(key, event.schema)) : { value: null };
    if ('draft' in read) return this.#refill(key, read.draft);
    const refusal = refusalOf(await this.#deps.running.send(name, read.value));
    if (refusal) {
      this.#refill(key, refusedDraft(this.#form(key, event.schema), refusal));
      // A button in the status row has no form at which it could be told.
      if (!takesData(event)) this.#deps.store.notify({ kind: 'warning', text: refusal.message, ofDocument: true });
      return;
    }
    this.#deps.store.set({ answers: without(this.#deps.store.state.answers, key) });
    await this.#deps.running.resumeAfterAnswer();
  }

  async #elapse(ms: number) {
    if (refusalOf(await this.#deps.running.elapse(ms)) === null) await this.#deps.running.resumeAfterAnswer();
  }

  #form(key: string, schema: Json | null, values: Record<string, Json> = {}): FormDraft {
    return formOf(this.#deps.store.state.answers[key], schema, values);
  }

  #refill(key: string, draft: FormDraft) {
    const { answers } = this.#deps.store.state;
    this.#deps.store.set({ answers: { ...answers, [key]: { text: answers[key]?.text ?? '', ...draft } } });
  }

  /** @returns whether it was taken */
  async #give(request: string, answer: GivenAnswer): Promise<boolean> {
    const refusal = refusalOf(await this.#deps.running.answer(request, answer));
    const { answers, run } = this.#deps.store.state;
    const form = openQuestions(run.snapshot).find(({ id }) => id === request)?.form;
    if (refusal && form) this.#refill(request, refusedDraft(this.#form(request, form.schema, form.values), refusal));
    else if (refusal) this.#reanswer(request, answers[request]?.text ?? '', refusal.message);
    else this.#deps.store.set({ answers: without(answers, request) });
    return refusal === null;
  }
}
