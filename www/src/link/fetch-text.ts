// Fetches text from a URL: without cookies and referrer, with a size limit and a timeout, text only.

/** `web`: an HTML page; `text`: not a text. */
type FetchProblem = 'time' | 'net' | 'status' | 'size' | 'web' | 'text';
type FetchResult =
  | { ok: true; text: string; host: string }
  | { ok: false; why: FetchProblem; status?: number; type?: string };

const MAX_BYTES = 1024 * 1024;
const TIMEOUT_MS = 15_000;
const TEXT_TYPES = /^(text\/|application\/(json|octet-stream|[\w.+-]*\+json|x-dygram)|binary\/octet-stream)/;

export async function fetchText(
  fetch: typeof globalThis.fetch,
  url: string,
  { most = MAX_BYTES, ms = TIMEOUT_MS, signal }: { most?: number; ms?: number; signal?: AbortSignal } = {},
): Promise<FetchResult> {
  const done = await request(fetch, url, {}, { most, ms, signal });
  if ('why' in done) return { ok: false, why: done.why };
  const { response, bytes } = done;
  if (!response.ok) return { ok: false, why: 'status', status: response.status };
  const type = (response.headers.get('content-type') ?? 'text/plain').toLowerCase();
  if (/html/.test(type)) return { ok: false, why: 'web' };
  const text = TEXT_TYPES.test(type) ? decodeText(bytes) : null;
  return text === null ? { ok: false, why: 'text', type } : { ok: true, text, host: new URL(response.url || url).host };
}

/** Makes a request without cookies and referrer, and reads the response. */
export async function request(
  fetch: typeof globalThis.fetch,
  url: string,
  init: RequestInit,
  { most: maxBytes, ms, signal }: { most: number; ms: number; signal?: AbortSignal },
): Promise<{ response: Response; bytes: Uint8Array } | { why: 'time' | 'net' | 'size' }> {
  const stop = new AbortController();
  signal?.addEventListener('abort', () => stop.abort());
  let isTimedOut = false;
  const timer = setTimeout(() => {
    isTimedOut = true;
    stop.abort();
  }, ms);
  try {
    const response = await fetch(url, {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      signal: stop.signal,
      ...init,
    });
    const bytes = await readUpTo(response, maxBytes);
    return bytes ? { response, bytes } : { why: 'size' };
  } catch {
    return { why: isTimedOut ? 'time' : 'net' };
  } finally {
    clearTimeout(timer);
    // Ends the download if the rest is not needed.
    stop.abort();
  }
}

/** @returns null if there are more bytes */
async function readUpTo(response: Response, maxBytes: number): Promise<Uint8Array | null> {
  const bytes = new Uint8Array(maxBytes);
  let size = 0;
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    if (size + part.value.length > maxBytes) return null;
    bytes.set(part.value, size);
    size += part.value.length;
  }
  return bytes.subarray(0, size);
}

/** @returns null for anything but text */
function decodeText(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}
