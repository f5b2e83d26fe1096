// The words of what is outside the page.

export const outsideWords = {
  remote: 'Outside connection',
  address: 'From an address',
  close: 'Close',
  hide: 'Hide',
  about:
    'Nothing is sent before you allow it in the frame below. Closing it, or opening another document, forgets the key.',
  label: 'Address of a text (https)',
  help: 'A machine, a document, a saved run, a trace. The page of a gist or a file of a repository works too.',
  raw: (url: string) => `Its raw form: ${url}`,
  why: {
    none: '',
    address: 'This is no address.',
    scheme: 'Only https addresses, and http on this computer (localhost, 127.0.0.1), can be fetched.',
    secret: 'An address with a name or a password in it is not fetched.',
  },
  own: 'This is an address of this page itself.',
  openOwn: 'Open',
  retries: (s: number) => `Asked again after ${s} s.`,
  cancelled: 'The call was cancelled. Ask again, or reply by hand.',
  noAgent: 'The host of this page has taken its agent away. Choose who answers.',
  held: 'The reply has come. Go to the last position to give it.',
  closed: 'The connection is closed. A request waits: reply by hand, or choose who answers in Agent.',
  oneOnly: 'A remote agent is connected. Close its connection first.',
  opened: (name: string, host: string) =>
    `${name} from ${host} was opened as a new document. Your own machines are as they were.`,
  keepCopy: 'Keep a copy',
  trouble: (host: string, { why, status, type }: { why: string; status?: number; type?: string }) =>
    (
      ({
        time: `${host} did not answer within 15 s.`,
        size: 'The text is longer than 1 MiB.',
        web: 'This is a web page, not a text. Look for its raw form.',
        text: `This is not a text${type ? ` (${type})` : ''}.`,
        status: `${host} answered ${status}${status === 404 ? ': there is nothing at this address' : ''}.`,
        policy: `The policy of this site (connect-src of net.html) forbids connections to ${host}.`,
        cancelled: 'Cancelled.',
        net: `${host} could not be read: it cannot be reached, or it does not let other pages read it (access-control-allow-origin).`,
      }) as Record<string, string>
    )[why] ?? why,
};
