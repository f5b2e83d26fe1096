// What a person can give to a run that waits: an answer to a question, an event, time. In panels, at a card of the
// diagram, and in elements of other pages.

import { html, nothing } from 'lit';
import { answerChoices } from '../run/answer-choices.ts';
import { sendWords, skipOffer, takesData } from '../run/awaited.ts';
import { durationWords } from '../run/durations.ts';
import { onText } from '../ui/listeners.ts';
import { answerForm, eventKey, formOf, type FormDraft } from './answer-form.ts';
import { waitWords as say } from './wait-strings.ts';
import type { AwaitedEvent, FormValue, GivenAnswer, InfoRequest, Timer } from '../protocol/types.ts';

/** What was typed and not given yet. `text`: an answer in words, or why there is none. */
export type WaitDraft = Partial<FormDraft> & { text?: string };

export interface WaitHandlers {
  /** @param key a request, or `eventKey` of an event */
  draft(key: string): WaitDraft | undefined;
  typed(request: string, text: string): void;
  filled(key: string, fields: Record<string, FormValue>): void;
  /** Gives what was typed. @param ok false: what was typed is why there is no answer */
  answer(request: string, ok: boolean): void;
  choose(request: string, answer: GivenAnswer): void;
  send(name: string): void;
  elapse(ms: number): void;
}

/** @param id prefix of the ids of its elements @param hint of keys, beside the buttons */
export function questionForm(question: InfoRequest, on: WaitHandlers, id: string, hint: unknown = nothing) {
  const { form, query, options } = question;
  const draft = on.draft(question.id);
  const { choices } = answerChoices(question);
  const buttons = form === null ? (options ?? []).map((text) => ({ label: text, answer: text })) : choices;
  if (form === null && buttons.length === 0) return textForm(question, on, id, hint);
  const declining = html`<div class="decline">
    <label class="hidden" for="${id}-reason">${say.reason}</label>
    <input
      id="${id}-reason"
      type="text"
      autocomplete="off"
      placeholder=${say.reason}
      .value=${draft?.text ?? ''}
      @input=${onText((text) => on.typed(question.id, text))}
    />${declineButton(question.id, on)}
  </div>`;
  return html`${
    buttons.length > 0
      ? html`<div class="answer-choices" role="group" aria-label=${say.label(query)}>
          ${buttons.map(
            ({ label, answer }, i) =>
              html`<button
                type="button"
                id=${i === 0 && form === null ? id : nothing}
                class="button outlined small"
                @click=${() => on.choose(question.id, answer)}
              >
                ${label}
              </button>`,
          )}
        </div>`
      : nothing
  }
    ${
      form === null
        ? draft?.error
          ? html`<p class="error" role="alert">${draft.error}</p>`
          : nothing
        : answerForm({
            id,
            label: say.label(query),
            schema: form.schema,
            draft: formOf(draft, form.schema, form.values),
            change: ({ fields }) => on.filled(question.id, fields),
            give: () => on.answer(question.id, true),
            submit: say.answer,
            more: hint,
          })
    }
    ${declining}`;
}

const declineButton = (request: string, on: WaitHandlers) => html`<button
  type="button"
  class="button small muted"
  title=${say.declineTitle}
  @click=${() => on.answer(request, false)}
>
  ${say.decline}
</button>`;

/** An answer in words. */
function textForm({ id: request, query }: InfoRequest, on: WaitHandlers, id: string, hint: unknown) {
  const draft = on.draft(request);
  const key = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    on.answer(request, true);
  };
  return html`<label class="hidden" for=${id}>${say.label(query)}</label>
    <textarea
      id=${id}
      rows="3"
      .value=${draft?.text ?? ''}
      @keydown=${key}
      @input=${onText((text) => on.typed(request, text))}
    ></textarea>
    <div class="buttons">
      <button type="button" class="button filled small" @click=${() => on.answer(request, true)}>${say.answer}</button>
      ${declineButton(request, on)}${hint}
    </div>
    ${draft?.error ? html`<p class="error" role="alert">${draft.error}</p>` : nothing}`;
}

/** The form of an event; one that takes no data is a button. */
export function eventForm(event: AwaitedEvent, on: WaitHandlers, id: string) {
  const draft = formOf(on.draft(eventKey(event.name)), event.schema, defaultsOf(event));
  if (!takesData(event))
    return html`<div class="buttons">
        <button type="button" id=${id} class="button filled small" @click=${() => on.send(event.name)}>
          ${sendWords.now(event.name)}
        </button>
      </div>
      ${draft.error ? html`<p class="error" role="alert">${draft.error}</p>` : nothing}`;
  return answerForm({
    id,
    label: say.event(event.name),
    schema: event.schema,
    draft,
    change: ({ fields }) => on.filled(eventKey(event.name), fields),
    give: () => on.send(event.name),
    submit: sendWords.now(event.name),
  });
}

/** The values with which an event is sent when nothing is typed. */
const defaultsOf = ({ schema }: AwaitedEvent) =>
  Object.fromEntries(
    Object.entries(schema?.properties ?? {}).flatMap(([name, part]) =>
      typeof part === 'object' && part !== null && 'default' in part ? [[name, part.default]] : [],
    ),
  );

/** How long a timer still runs, and a button that lets this time pass. @param to the node that it leads to */
export function timerRow(timer: Timer, to: string, on: WaitHandlers) {
  const { label, help } = skipOffer(timer);
  return html`<div class="buttons timer">
    <span>${say.timer(durationWords(timer.left), to)}</span>
    <button
      type="button"
      class="button outlined small"
      @click=${() => help.do === 'elapse' && on.elapse(help.ms)}
    >
      ${label}
    </button>
  </div>`;
}
