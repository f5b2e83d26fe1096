// Long lists go from the worker to the page as text: a string is copied as a block, while creating tens of thousands
// of objects would block the page. They are parsed when somebody reads them.

/** Shorter lists go over as they are. */
export const LONG = 10_000;

/**
 * What is posted in place of a value of the session.
 * @param value an answer, a snapshot, a picture or anything else
 */
export function packed(value: unknown): unknown {
  if (!isRecord(value)) return value;
  if (isRecord(value.snapshot)) return { ...value, snapshot: packed(value.snapshot) };
  const { view, picture, overlay } = value;
  return {
    ...value,
    ...(isRecord(view) ? { view: withText(view) } : {}),
    ...(isRecord(picture) ? { picture: packed(picture) } : {}),
    ...(isRecord(overlay) ? { overlay: withText(overlay) } : {}),
  };
}

/** The value as it was: each list is made when it is first looked at. */
export function unpacked(value: unknown): unknown {
  if (!isRecord(value)) return value;
  for (const part of [value.snapshot, value.picture]) unpacked(part);
  for (const part of [value.view, value.overlay]) if (isRecord(part)) makeLater(part);
  return value;
}

function withText(part: Record<string, unknown>) {
  const { edges } = part;
  const long = isRecord(edges) ? Object.keys(edges).length > LONG : Array.isArray(edges) && edges.length > LONG;
  return long ? { ...part, edges: JSON.stringify(edges) } : part;
}

function makeLater(part: Record<string, unknown>) {
  const { edges } = part;
  if (typeof edges !== 'string') return;
  const options = { enumerable: true, configurable: true };
  Object.defineProperty(part, 'edges', {
    ...options,
    get() {
      const value = JSON.parse(edges);
      Object.defineProperty(part, 'edges', { ...options, writable: true, value });
      return value;
    },
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
}
