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
  'link-unknown': 'this is no Tracklight link',
  'link-version': 'the link was made by a newer version of Tracklight; open it there',
  'link-codec': 'the link was made by a newer version of Tracklight; open it there',
  'link-too-big': 'the link is too big',
  'link-base64': 'the link is damaged or cut',
  'link-inflate': 'the link is damaged or cut',
  'link-utf8': 'the link holds no readable text',
  'link-json': 'the link holds no readable document',
  'link-shape': 'the document in the link is not of the right form',
};

export class LinkError extends Error {
  code: LinkCode;
  detail: string;

  /** @param detail which cap or member */
  constructor(code: LinkCode, detail: string = '') {
    super(detail === '' ? TEXTS[code] : `${TEXTS[code]}: ${detail}`);
    this.name = 'LinkError';
    this.code = code;
    this.detail = detail;
  }
}
