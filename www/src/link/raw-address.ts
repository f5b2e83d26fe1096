// URLs that text can be fetched from: which ones are allowed, and the raw file behind the page of a gist or a
// repository. Pure.

/** `name`: the last part of its path. */
interface RawAddress {
  url: string;
  host: string;
  name: string;
  rewritten: boolean;
}

export function rawAddress(typed: string): RawAddress | { why: 'none' | 'address' | 'scheme' | 'secret' } {
  const text = typed.trim();
  if (text === '') return { why: 'none' };
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return { why: 'address' };
  }
  const loopback = url.protocol === 'http:' && (url.hostname === 'localhost' || url.hostname === '127.0.0.1');
  if (url.protocol !== 'https:' && !loopback) return { why: 'scheme' };
  if (url.username || url.password) return { why: 'secret' };
  const raw = rawOf(url);
  const to = raw === null ? url : new URL(raw);
  to.hash = '';
  return { url: to.href, host: to.host, name: nameOf(to), rewritten: raw !== null };
}

function nameOf({ pathname, host }: URL) {
  const last = pathname.split('/').findLast((part) => part !== '') ?? host;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** The raw form of a known page, as an address; null for every other one. */
function rawOf({ hostname, pathname, origin }: URL): string | null {
  const parts = pathname.split('/').filter((part) => part !== '');
  switch (hostname) {
    case 'github.com':
    case 'www.github.com': {
      const [owner, repository, view, ...rest] = parts;
      return (view === 'blob' || view === 'raw') && rest.length >= 2
        ? `https://raw.githubusercontent.com/${owner}/${repository}/${rest.join('/')}`
        : null;
    }
    case 'gist.github.com': {
      // `user/id`, `id`, each with a revision or with `raw` behind it.
      const at = parts.findIndex((part) => /^[0-9a-f]{20,40}$/.test(part));
      if (at < 0 || at > 1) return null;
      const rest = parts.slice(at + 1);
      const after = rest[0] === 'raw' ? rest.slice(1) : rest[0] === 'revisions' ? [] : rest;
      const tail = after.length > 0 ? `/${after.join('/')}` : '';
      return at === 1
        ? `https://gist.githubusercontent.com/${parts[0]}/${parts[1]}/raw${tail}`
        : `https://gist.githubusercontent.com/raw/${parts[0]}${tail}`;
    }
    case 'gitlab.com': {
      if (parts.at(-2) === 'snippets') return `${origin}/${parts.join('/')}/raw`;
      const at = parts.indexOf('-');
      return at > 1 && parts[at + 1] === 'blob' && parts.length > at + 3
        ? `${origin}/${[...parts.slice(0, at + 1), 'raw', ...parts.slice(at + 2)].join('/')}`
        : null;
    }
    case 'codeberg.org': {
      const [owner, repository, view, ...rest] = parts;
      return view === 'src' && rest.length >= 3 ? `${origin}/${owner}/${repository}/raw/${rest.join('/')}` : null;
    }
    case 'bitbucket.org': {
      const [owner, repository, view, ...rest] = parts;
      return view === 'src' && rest.length >= 2 ? `${origin}/${owner}/${repository}/raw/${rest.join('/')}` : null;
    }
    default:
      return null;
  }
}
