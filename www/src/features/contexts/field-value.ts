// A field of a context: what is declared of it, and its value for the chosen path.

import { schemaOf, widgetOf, type Schema } from '../../views/schema-value.ts';
import { inside } from './references.ts';
import { shownPath, valueOf } from '../../store/values.ts';
import type { Json } from '../../protocol/types.ts';
import type { State } from '../../store/state.ts';

export const keyOf = (context: string, field: string) => inside(context, field);

/** What the machine declares of a field. */
export const fieldOf = ({ values }: State, context: string, field: string) =>
  values.contexts.find(({ id }) => id === context)?.fields.find(({ name }) => name === field);

/** The value for the chosen path; of a run that did not start, what it would begin with. */
export function valueAt(
  state: State,
  context: string,
  field: string,
  path: ReturnType<typeof shownPath> = shownPath(state),
): Json | undefined {
  const {
    run: { snapshot },
  } = state;
  const view = snapshot?.view.contexts[context];
  const info = view?.fields[field];
  if (!snapshot || !view || !info) return undefined;
  if (snapshot.view.paths.length > 0 || view.shared) return valueOf(view, info, context, field, path);
  const given = snapshot.input?.[context];
  return given && Object.hasOwn(given, field) ? given[field] : fieldOf(state, context, field)?.schema.default;
}

/** The schema that the form is made of; an untyped field is taken for what its default or its value is. */
export function formSchema(state: State, context: string, field: string, value: Json | undefined): { schema: Schema } {
  const info = fieldOf(state, context, field);
  const schema = schemaOf(info?.schema);
  if (widgetOf(schema) !== 'json' || schema.type) return { schema };
  const kind = info?.hint ?? typeof value;
  return { schema: ['string', 'number', 'boolean'].includes(kind) ? { ...schema, type: kind } : schema };
}
