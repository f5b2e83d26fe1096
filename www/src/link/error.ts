// What can be wrong with a link, by code.

type LinkCode =
  | 'link-empty'
  | 'link-unknown'
  | 'link-version'
  | 'link-codec'
  | 'link-too-big'
  | 'link-base64'
  | 'link-inflate'
  | 'link-utf8'
  | 'link-json'
  | 'link-shape';

const TEXTS: Record<LinkCode, string> = {
  'link-empty': 'there is no link',
  'link-unknown': 'this is not a Tracklight link',
  'link-version': 'this link was made with a newer version of Tracklight. Open it there',
  'link-codec': 'this link was made with a newer version of Tracklight. Open it there',
  'link-too-big': 'the link is too large',
  'link-base64': 'the link is damaged or incomplete',
  'link-inflate': 'the link is damaged or incomplete',
  'link-utf8': 'the link does not contain readable text',
  'link-json': 'the link does not contain a readable document',
  'link-shape': 'the document in the link is not valid',
};

export class LinkError extends Error {
  code: LinkCode;
  detail: string;
  /** How much a link is over its cap, where that was counted. */
  over: number | undefined;

  /** @param detail which cap or member */
  constructor(code: LinkCode, detail: string = '', over?: number) {
    super(detail === '' ? TEXTS[code] : `${TEXTS[code]}: ${detail}`);
    this.name = 'LinkError';
    this.code = code;
    this.detail = detail;
    this.over = over;
  }
}
