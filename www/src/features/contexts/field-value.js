// @ts-check
// A field of a context: what is declared of it, and its value for the chosen path.

import { widgetOf } from '../../views/schema-value.js';
import { inside } from './references.js';
import { shownPath, valueOf } from '../../workspace/values.js';

/** @typedef {import('../../workspace/store.js').State} State */
/** @typedef {import('../../protocol/types.ts').Json} Json */

/** @param {string} context @param {string} field */
export const keyOf = (context, field) => inside(context, field);

/** What the machine declares of a field. @param {State} state @param {string} context @param {string} field */
export const fieldOf = ({ values }, context, field) => values.contexts.find(({ id }) => id === context)?.fields.find(({ name }) => name === field);

/** Whether a context holds start values that can be changed here: then the run begins anew. @param {State} state @param {string} context */
export const isStart = ({ run }, context) => run?.view.contexts[context]?.role === 'input' && run.position.tick === 0;

/** The value for the chosen path; of a run that did not start, what it would begin with. @param {State} state @param {string} context @param {string} field @param {ReturnType<typeof shownPath>} [path] @returns {Json | undefined} */
export function valueAt(state, context, field, path = shownPath(state)) {
  const { run } = state;
  const view = run?.view.contexts[context];
  const info = view?.fields[field];
  if (!run || !view || !info) return undefined;
  if (run.view.paths.length > 0 || view.shared) return valueOf(view, info, context, field, path);
  const given = run.input?.[context];
  return given && Object.hasOwn(given, field) ? given[field] : fieldOf(state, context, field)?.schema.default;
}

/**
 * The schema that the form is made of; an untyped field is taken for what its default or its value is.
 * @param {State} state @param {string} context @param {string} field @param {Json | undefined} value
 * @returns {{ schema: import('../../views/schema-value.js').Schema }}
 */
export function formSchema(state, context, field, value) {
  const info = fieldOf(state, context, field);
  const schema = /** @type {any} */ (info?.schema ?? {});
  if (widgetOf(schema) !== 'json' || schema.type) return { schema };
  const kind = info?.hint ?? typeof value;
  return { schema: ['string', 'number', 'boolean'].includes(kind) ? { ...schema, type: kind } : schema };
}
