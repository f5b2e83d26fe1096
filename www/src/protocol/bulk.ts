// Posts long lists from the worker to the page as text: a string is copied as a block, while creating tens of thousands
// of objects would block the page. A list is parsed when it is first read.

export const LONG_LIST_LENGTH = 10_000;

/**
 * Replaces long lists by text.
 * @param value an answer, a snapshot, a picture or anything else
 */
export function pack(value: unknown): unknown {
  if (!isRecord(value)) return value;
  if (isRecord(value.snapshot)) return { ...value, snapshot: pack(value.snapshot) };
  const { view, picture, overlay } = value;
  return {
    ...value,
    ...(isRecord(view) ? { view: withText(view) } : {}),
    ...(isRecord(picture) ? { picture: pack(picture) } : {}),
    ...(isRecord(overlay) ? { overlay: withText(overlay) } : {}),
  };
}

/** The value before `pack`. Long lists are parsed when they are first read. */
export function unpack(value: unknown): unknown {
  if (!isRecord(value)) return value;
  for (const part of [value.snapshot, value.picture]) unpack(part);
  for (const part of [value.view, value.overlay]) if (isRecord(part)) parseWhenRead(part);
  return value;
}

function withText(part: Record<string, unknown>) {
  const { edges } = part;
  const long = isRecord(edges)
    ? Object.keys(edges).length > LONG_LIST_LENGTH
    : Array.isArray(edges) && edges.length > LONG_LIST_LENGTH;
  return long ? { ...part, edges: JSON.stringify(edges) } : part;
}

function parseWhenRead(part: Record<string, unknown>) {
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
