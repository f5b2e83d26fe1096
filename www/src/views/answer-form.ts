// A form for the values of an answer or of an event: what was typed, what is wrong at its field, and a button to give
// it. In panels, at a card of the diagram, and in elements of other pages.

import { html, nothing } from 'lit';
import { formWords } from './form-strings.ts';
import { schemaForm } from './schema-form.ts';
import { readForm, schemaOf, typedOf, widgetOf, type Schema } from './schema-value.ts';
import { violationSentence, violationsOf } from './violations.ts';
import { sentenceCase, ticked } from '../ui/code-spans.ts';
import { onSubmit } from '../ui/listeners.ts';
import type { FormValue, GivenAnswer, InfoRequest, Json, Refusal, Violation } from '../protocol/types.ts';

/** What was typed into a form, and why it was not accepted. */
export interface FormDraft {
  fields: Record<string, FormValue>;
  error: string;
  errors: Violation[];
}

/** What a form begins with. @param values those that its fields have now */
export function formDraft(schema: Json | null, values: Record<string, Json> = {}): FormDraft {
  const fields = Object.entries(schemaOf(schema ?? undefined).properties ?? {}).flatMap(([name, part]) => {
    const typed = Object.hasOwn(values, name) ? typedOf(part, values[name])?.typed : undefined;
    return typed === undefined ? [] : [[name, typed] as const];
  });
  return { fields: Object.fromEntries(fields), error: '', errors: [] };
}

/** What is typed into a form so far. @param kept what was kept of it */
export const formOf = (
  kept: Partial<FormDraft> | undefined,
  schema: Json | null,
  values?: Record<string, Json>,
): FormDraft =>
  kept?.fields === undefined
    ? { ...formDraft(schema, values), error: kept?.error ?? '', errors: kept?.errors ?? [] }
    : { fields: kept.fields, error: kept.error ?? '', errors: kept.errors ?? [] };

/** Under which the form of an event is kept, beside those of questions. */
export const eventKey = (name: string) => `event:${name}`;

/** The values of a form, or the draft with what keeps it from being read. */
export function valuesOf(schema: Json | null, draft: FormDraft): { value: Json } | { draft: FormDraft } {
  const form = schemaOf(schema ?? undefined);
  const read = readForm(form, draft.fields);
  if ('value' in read) return read;
  const isNumber = widgetOf(form.properties?.[read.error] ?? {}) === 'number';
  const error = isNumber ? formWords.badNumber(read.error) : formWords.badField(read.error);
  return { draft: { ...draft, error, errors: [] } };
}

/**
 * What is typed into a form, with the values of a choice in it.
 * @returns null where there is nothing to add to the choice: it is the answer then
 */
export function withChoice(
  kept: Partial<FormDraft> | undefined,
  form: InfoRequest['form'] | undefined,
  chosen: GivenAnswer,
): FormDraft | null {
  if (!form || kept?.fields === undefined || typeof chosen === 'string') return null;
  return { fields: { ...kept.fields, ...formDraft(form.schema, chosen).fields }, error: '', errors: [] };
}

/** The draft with why its values were refused. */
export function refusedDraft(draft: FormDraft, { message, data }: Refusal): FormDraft {
  const errors = violationsOf(data);
  return { ...draft, error: errors.length > 0 ? '' : sentenceCase(message), errors };
}

/**
 * @param id prefix of the ids of its elements
 * @param submit the words of its button
 * @param more buttons beside it
 */
export function answerForm({
  id,
  label,
  schema,
  draft,
  change,
  give,
  submit,
  more = nothing,
}: {
  id: string;
  label: string;
  schema: Json | null;
  draft: FormDraft;
  change: (draft: FormDraft) => void;
  give: () => void;
  submit: string;
  more?: unknown;
}) {
  const form = schemaOf(schema ?? undefined);
  const shown = draft.errors.filter(({ pointer }) => hasField(form, pointer));
  const others = draft.errors.filter((error) => !shown.includes(error));
  const problems = Object.fromEntries(shown.map((error) => [error.pointer, violationSentence(error, error.pointer)]));
  return html`<form
    id="${id}-form"
    class="answer-form"
    aria-label=${label}
    @submit=${onSubmit(give)}
    @keydown=${(event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      event.stopPropagation();
      give();
    }}
  >
    ${schemaForm(form, draft.fields, (fields) => change({ ...draft, fields }), id, { problems })}
    <div role="alert">
      ${others.map((error) => html`<p class="error">${ticked(violationSentence(error, ''))}</p>`)}
      ${draft.error ? html`<p class="error">${ticked(draft.error)}</p>` : nothing}
      ${shown.length > 0 ? html`<p class="error">${formWords.wrongFields(shown.length)}</p>` : nothing}
    </div>
    <div class="buttons"><button type="submit" class="button filled small">${submit}</button>${more}</div>
  </form>`;
}

/** Whether a form has a widget at which something can be told. */
function hasField(schema: Schema, pointer: string): boolean {
  const [, name, ...rest] = pointer.split('/');
  if (name === undefined) return false;
  const key = name.replaceAll('~1', '/').replaceAll('~0', '~');
  const part = schema.properties?.[key] ?? (/^\d+$/.test(key) ? schema.items : undefined);
  if (part === undefined) return false;
  return rest.length === 0 || hasField(part, `/${rest.join('/')}`);
}
