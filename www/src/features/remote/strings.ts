// What the page says about connections to other servers: an LLM API, or a machine that is fetched by its URL.

export const remoteStrings = {
  remote: 'LLM API',
  address: 'Open from URL',
  close: 'Close',
  hide: 'Hide',
  about:
    'Nothing is sent until you allow it in the frame below. ' +
    'The key is deleted when you close the connection or open another machine.',
  label: 'URL (https)',
  help: 'A machine, document, saved run, or trace. The page of a gist or a repository file works too.',
  raw: (url: string) => `Raw file: ${url}`,
  why: {
    none: '',
    address: 'This is not a URL.',
    scheme: 'Use an https URL, or http on this computer (localhost, 127.0.0.1).',
    secret: 'Remove the user name or password from the URL.',
  },
  own: 'This URL is part of this site.',
  openOwn: 'Open',
  retries: (s: number) => `Trying again in ${s} s.`,
  cancelled: 'Call canceled. Try again, or reply manually.',
  noAgent: 'The page that embeds Tracklight has removed its agent. Choose another agent mode.',
  held: 'The reply has arrived. Go to the latest step to use it.',
  closed: 'The connection is closed, and an agent call is pending. Reply manually, or choose another agent mode.',
  oneOnly: 'An LLM API is connected. Close that connection first.',
  opened: (name: string, host: string) => `Opened ${name} from ${host} as a new machine. Your machines are unchanged.`,
  keepCopy: 'Save a copy',
  trouble: (host: string, { why, status, type }: { why: string; status?: number; type?: string }) =>
    (
      ({
        time: `${host} did not respond within 15 s.`,
        size: 'The file is larger than 1 MB.',
        web: 'This is a web page, not a text file. Use the URL of the raw file.',
        text: `This is not a text file${type ? ` (${type})` : ''}.`,
        status: `${host} answered ${status}${status === 404 ? ': nothing was found at this URL' : ''}.`,
        policy: `This site does not allow connections to ${host} (connect-src in the policy of net.html).`,
        cancelled: 'Canceled.',
        net:
          `Could not read from ${host}. The server is not reachable, ` +
          'or it does not allow other sites to read this file (access-control-allow-origin).',
      }) as Record<string, string>
    )[why] ?? why,
};
