// The type that a JSON Schema names or suggests. Forms, placeholders, and clauses use it; only the core validates,
// and there a schema without a type accepts any value.

/** Keywords and the type of the values they constrain. */
const KEYWORDS: Record<string, string[]> = {
  string: ['minLength', 'maxLength', 'pattern', 'format'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  array: ['items', 'minItems', 'maxItems', 'uniqueItems'],
  object: ['properties', 'required', 'additionalProperties'],
};

/**
 * The type a schema names, `null` beside another type left out; without one, the type its members share or its
 * keywords constrain; "" where there is none, or several.
 */
export function typeOf(schema: { type?: unknown; enum?: unknown; const?: unknown }): string {
  if (schema.type !== undefined) {
    const types = [schema.type].flat();
    const found = types.find((type) => typeof type === 'string' && type !== 'null') ?? types[0];
    return typeof found === 'string' ? found : '';
  }
  const members = Array.isArray(schema.enum) ? schema.enum : 'const' in schema ? [schema.const] : null;
  const suggested =
    members === null
      ? Object.keys(KEYWORDS).filter((type) => KEYWORDS[type].some((keyword) => keyword in schema))
      : [
          ...new Set(
            members
              .filter((member) => member !== null)
              .map((member) => (Array.isArray(member) ? 'array' : typeof member)),
          ),
        ];
  return suggested.length === 1 ? suggested[0] : '';
}
