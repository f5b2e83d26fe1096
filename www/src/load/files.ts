// Fetches the files of a part of the page before it is imported. Browsers remember that the import of an address failed
// and fail again without a request, so nothing is imported before all its files are in the browser's cache.

/** A file of this build that did not come. */
export class FileError extends Error {
  /** Whether the server answered and does not have it. */
  readonly isGone: boolean;

  constructor(message: string, isGone: boolean) {
    super(message);
    this.isGone = isGone;
  }
}

const TYPES: readonly [ending: string, type: RegExp][] = [
  ['.css', /\bcss\b/],
  ['.js', /\b(java|ecma)script\b/],
];
/** Files that are here, or on their way, by address. */
const fetched: Map<string, Promise<void>> = new Map();
/** Style sheets that apply, or will. */
const applied: Map<string, Promise<void>> = new Map();
/** The browser's cache may have what was answered last. */
const failed: Set<string> = new Set();

/**
 * Fetches a file of this build.
 * @returns rejects with a `FileError` also where a page is answered in its place, as servers do for what they lack
 */
export async function fetchFile(address: string, options: RequestInit = {}): Promise<Response> {
  const name = address.replace(/[?#].*/, '').replace(/.*\//, '');
  try {
    const response = await fetch(address, { cache: failed.has(address) ? 'no-cache' : 'default', ...options });
    if (!response.ok)
      throw new FileError(`${name}: status ${response.status}`, response.status === 404 || response.status === 410);
    const type = response.headers.get('content-type') ?? '';
    const expected = TYPES.find(([ending]) => name.endsWith(ending))?.[1];
    if (/\bhtml\b/.test(type) || (expected && !expected.test(type)))
      throw new FileError(`${name}: a file of type ${type || 'unknown'}`, true);
    failed.delete(address);
    return response;
  } catch (error) {
    failed.add(address);
    throw error instanceof FileError ? error : new FileError(`${name}: ${reasonOf(error)}`, false);
  }
}

/**
 * What the build makes of every `import()` of the page.
 * @param names the file of the module and all that it imports, scripts and style sheets
 * @param base what the names are relative to
 */
export async function importWithFiles<T>(importModule: () => Promise<T>, names: string[], base: string): Promise<T> {
  const addresses = names.map((name) => new URL(name, base).href);
  await Promise.all(addresses.map((address) => once(fetched, address, fetchWhole)));
  const sheets = addresses.filter((address) => address.endsWith('.css'));
  await Promise.all(sheets.map((address) => once(applied, address, applyStyleSheet)));
  return importModule();
}

/** What failed is begun anew. The page itself came with some of the files. */
function once(known: Map<string, Promise<void>>, address: string, begin: (address: string) => Promise<void>) {
  let file = known.get(address);
  if (!file) {
    file = isOfPage(address) ? Promise.resolve() : begin(address);
    known.set(address, file);
    file.catch(() => known.delete(address));
  }
  return file;
}

const isOfPage = (address: string) =>
  [...document.querySelectorAll<HTMLLinkElement | HTMLScriptElement>('link, script')].some(
    (element) => ('href' in element ? element.href : element.src) === address,
  );

async function fetchWhole(address: string) {
  const response = await fetchFile(address);
  await response.arrayBuffer().catch((error) => {
    throw new FileError(`${address}: ${reasonOf(error)}`, false);
  });
}

/** Resolves when the sheet applies. */
function applyStyleSheet(address: string) {
  return new Promise<void>((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = address;
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      link.remove();
      reject(new FileError(`${address}: the style sheet does not apply`, false));
    });
    document.head.append(link);
  });
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
