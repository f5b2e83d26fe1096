// @ts-check
// Replies of agents and answers to questions, as the visitor gives them: what is written so far, and sending it.

import { emptyDraft, formReply, jsonReply, withCall } from './reply-draft.js';
import { sentAlong } from '../run/waiting.js';
import { without } from '../protocol/without.js';
import { agentWords } from '../features/agent/strings.js';
import { inboxWords } from '../features/inbox/strings.js';

/**
 * @typedef {import('./store.js').Draft} Draft
 * @typedef {{ type: 'draft', request: string, part: Partial<Draft> } | { type: 'addCall', request: string } | { type: 'sendForm', request: string, final: boolean }
 *   | { type: 'sendJson', request: string } | { type: 'failRequest', request: string } | { type: 'answerText', request: string, text: string } | { type: 'answer', request: string, ok: boolean }} Action
 */

export class Replying {
  #store;
  #running;

  /** @param {{ store: import('./store.js').Store, running: Pick<import('./running.js').Running, 'reply' | 'answer'> }} parts */
  constructor({ store, running }) {
    this.#store = store;
    this.#running = running;
  }

  /** @param {import('../app/actions.js').Action} action */
  act(action) {
    switch (action.type) {
      case 'draft': this.#redraft(action.request, { ...this.#draft(action.request), ...action.part }); break;
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
        else this.#redraft(action.request, { ...draft, error: agentWords.notJson });
        break;
      }
      case 'failRequest': void this.#send(action.request, { error: { message: this.#draft(action.request).text || agentWords.failText } }); break;
      case 'answerText': this.#reanswer(action.request, action.text); break;
      case 'answer': void this.#answer(action.request, action.ok); break;
    }
  }

  /** @param {string} request */
  #draft(request) {
    return this.#store.state.drafts[request] ?? emptyDraft();
  }

  /** @param {string} request @param {Draft} draft */
  #redraft(request, draft) {
    this.#store.set({ drafts: { ...this.#store.state.drafts, [request]: draft } });
  }

  /** The tool whose form is open. @param {string} request */
  #tool(request) {
    const { run, drafts } = this.#store.state;
    return run?.pending.agents.find((one) => one.id === request)?.tools.find(({ name }) => name === drafts[request]?.tool) ?? null;
  }

  /** @param {string} request @param {import('../protocol/types.ts').AgentReply} reply */
  async #send(request, reply) {
    const refusal = await this.#running.reply(request, reply);
    if (refusal) this.#redraft(request, { ...this.#draft(request), error: refusal.message });
    else this.#store.set({ drafts: without(this.#store.state.drafts, request) });
  }

  /** @param {string} request @param {string} text @param {string} [error] */
  #reanswer(request, text, error = '') {
    this.#store.set({ answers: { ...this.#store.state.answers, [request]: { text, error } } });
  }

  /** @param {string} request @param {boolean} ok */
  async #answer(request, ok) {
    const { answers, run } = this.#store.state;
    const { text } = answers[request] ?? { text: '' };
    if (!text) return this.#reanswer(request, text, ok ? inboxWords.empty : inboxWords.why);
    for (const { id } of sentAlong(run, answers, request)) if (!(await this.#give(id, answers[id].text))) return;
    await this.#give(request, ok ? text : { error: text });
  }

  /** @param {string} request @param {string | { error: string }} answer @returns {Promise<boolean>} whether it was taken */
  async #give(request, answer) {
    const refusal = await this.#running.answer(request, answer);
    const { answers } = this.#store.state;
    if (refusal) this.#reanswer(request, answers[request]?.text ?? '', refusal.message);
    else this.#store.set({ answers: without(answers, request) });
    return refusal === null;
  }
}
