// References into values, as `setContext` and conditions read them, and constraints in words. Pure.

import type { Json, JsonSchema } from '../../protocol/types.ts';

/** @param base a context or a reference */
export function inside(base: string, key: string | number) {
  if (typeof key === 'number') return `${base}[${key}]`;
  return /^[A-Za-z_]\w*$/.test(key) ? `${base}.${key}` : `${base}[${JSON.stringify(key)}]`;
}

/** The constraints of a schema in short words; "" when there are none. */
export function constraintsOf(schema: JsonSchema) {
  const {
    minimum,
    maximum,
    exclusiveMinimum,
    exclusiveMaximum,
    multipleOf,
    minLength,
    maxLength,
    pattern,
    format,
    minItems,
    maxItems,
    uniqueItems,
  } = schema;
  const parts: (string | false)[] = [
    exclusiveMinimum !== undefined && `> ${exclusiveMinimum}`,
    exclusiveMaximum !== undefined && `< ${exclusiveMaximum}`,
    range(minimum, maximum, ''),
    multipleOf !== undefined && `multiple of ${multipleOf}`,
    range(minLength, maxLength, ' characters'),
    pattern !== undefined && `matches ${pattern}`,
    format !== undefined && String(format),
    range(minItems, maxItems, ' items'),
    uniqueItems === true && 'no repeats',
  ];
  return parts.filter(Boolean).join(', ');
}

function range(least: Json | undefined, most: Json | undefined, unit: string) {
  if (least !== undefined && most !== undefined) return `${least} to ${most}${unit}`;
  if (least !== undefined) return unit ? `at least ${least}${unit}` : `≥ ${least}`;
  return most !== undefined && (unit ? `at most ${most}${unit}` : `≤ ${most}`);
}
