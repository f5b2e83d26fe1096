// @ts-check
// References into values, as `setContext` and conditions read them, and constraints in words. Pure.

/** @param {string} base a context or a reference @param {string | number} key */
export function inside(base, key) {
  if (typeof key === 'number') return `${base}[${key}]`;
  return /^[A-Za-z_]\w*$/.test(key) ? `${base}.${key}` : `${base}[${JSON.stringify(key)}]`;
}

/** The constraints of a schema in short words; "" when there are none. @param {Record<string, any>} schema */
export function constraintsOf(schema) {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, minLength, maxLength, pattern, format, minItems, maxItems, uniqueItems } = schema;
  /** @type {(string | false)[]} */
  const parts = [
    exclusiveMinimum !== undefined && `> ${exclusiveMinimum}`, exclusiveMaximum !== undefined && `< ${exclusiveMaximum}`, range(minimum, maximum, ''),
    multipleOf !== undefined && `multiple of ${multipleOf}`, range(minLength, maxLength, ' characters'),
    pattern !== undefined && `matches ${pattern}`, format !== undefined && String(format), range(minItems, maxItems, ' items'), uniqueItems === true && 'no repeats',
  ];
  return parts.filter(Boolean).join(', ');
}

/** @param {number | undefined} least @param {number | undefined} most @param {string} unit */
function range(least, most, unit) {
  if (least !== undefined && most !== undefined) return `${least} to ${most}${unit}`;
  if (least !== undefined) return unit ? `at least ${least}${unit}` : `≥ ${least}`;
  return most !== undefined && (unit ? `at most ${most}${unit}` : `≤ ${most}`);
}
