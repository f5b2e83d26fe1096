// Which build the page is of, and whether the server has another one by now.

/** The meta element of the page, and the field of `version.json`. */
const META = 'meta[name="tracklight-build"]';

/** Also false where that cannot be told: without a connection, in a worker, in a page that is not built. */
export async function isOutdated(): Promise<boolean> {
  const own = globalThis.document?.querySelector<HTMLMetaElement>(META)?.content;
  if (!own) return false;
  try {
    const response = await fetch(new URL('version.json', document.baseURI), { cache: 'no-store' });
    const { build } = response.ok ? await response.json() : {};
    return typeof build === 'string' && build !== own;
  } catch {
    return false;
  }
}
