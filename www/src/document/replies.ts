// Replies of agents and answers to questions, as the visitor gives them: what is written so far, and sending it.

import { replyWords } from './strings.ts';
import type { ReplyDraft } from '../storage/drafts.ts';
import type { AgentReply } from '../protocol/types.ts';
import { without } from '../protocol/without.ts';
import { sentAlong } from '../run/waiting.ts';
import { emptyDraft, formReply, jsonReply, withCall } from './reply-draft.ts';
import type { DocumentRun } from './document-run.ts';
import type { ActionOf } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import { refusalOf } from '../run/run-store.ts';

export type Action = ActionOf<'draft' | 'addCall' | 'sendForm' | 'sendJson' | 'failRequest' | 'answerText' | 'answer'>;

export interface RepliesDependencies {
  store: Store;
  running: Pick<DocumentRun, 'reply' | 'answer' | 'resumeAfterAnswer'>;
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
    this.#deps.store.set({ answers: { ...this.#deps.store.state.answers, [request]: { text, error } } });
  }

  async #answer(request: string, ok: boolean) {
    const {
      answers,
      run: { snapshot },
    } = this.#deps.store.state;
    const text = answers[request]?.text.trim() ?? '';
    if (!text) return this.#reanswer(request, text, ok ? replyWords.empty : replyWords.why);
    for (const { id } of sentAlong(snapshot, answers, request))
      if (!(await this.#give(id, answers[id].text.trim()))) return;
    if (await this.#give(request, ok ? text : { error: text })) await this.#deps.running.resumeAfterAnswer();
  }

  /** @returns whether it was taken */
  async #give(request: string, answer: string | { error: string }): Promise<boolean> {
    const refusal = refusalOf(await this.#deps.running.answer(request, answer));
    const { answers } = this.#deps.store.state;
    if (refusal) this.#reanswer(request, answers[request]?.text ?? '', refusal.message);
    else this.#deps.store.set({ answers: without(answers, request) });
    return refusal === null;
  }
}
