// Long lists go from the worker to the page as text: a string is copied as a block, while creating tens of thousands
// of objects would block the page. They are parsed when somebody reads them.

/** Shorter lists go over as they are. */
export const LONG_LIST_LENGTH = 10_000;

/**
 * What is posted in place of a value of the session.
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

/** The value as it was: each list is made when it is first looked at. */
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
