// XML as a tree of elements with lines. Document types and entities of their own are refused.

import { XmlCdata, XmlComment, XmlElement, XmlError, XmlText, parseXml } from '@rgrove/parse-xml';
import { ImportError } from './types.ts';

export interface Element {
  name: string;
  line: number;
  attributes: Map<string, string>;
  children: Element[];
  /** Of the element itself. */
  text: string;
  comments: string[];
}

/** @throws {ImportError} with line and column */
export function readXml(text: string): { root: Element; count: number } {
  const lines = new LineIndex(text);
  const document = parse(text);
  let count = 0;
  const elementOf = (xml: XmlElement): Element => {
    count += 1;
    const element: Element = {
      name: localName(xml.name),
      line: lines.lineOf(xml.start),
      attributes: new Map(Object.entries(xml.attributes).map(([name, value]) => [name, value])),
      children: [],
      text: '',
      comments: [],
    };
    for (const child of xml.children) {
      if (child instanceof XmlElement) element.children.push(elementOf(child));
      else if (child instanceof XmlText || child instanceof XmlCdata) element.text += child.text;
      else if (child instanceof XmlComment) element.comments.push(child.content);
    }
    element.text = element.text.trim();
    return element;
  };
  if (!document.root) throw new ImportError('syntax', 'the document has no element', 1, 1);
  return { root: elementOf(document.root), count };
}

function parse(text: string) {
  const doctype = /<!(?:DOCTYPE|ENTITY)/i.exec(text);
  if (doctype) {
    const before = text.slice(0, doctype.index).split('\n');
    throw new ImportError(
      'refused',
      'document types and entities are not read',
      before.length,
      (before.at(-1)?.length ?? 0) + 1,
    );
  }
  try {
    return parseXml(text, { includeOffsets: true, preserveComments: true, preserveCdata: true });
  } catch (thrown) {
    if (!(thrown instanceof XmlError)) throw thrown;
    const [message = thrown.message] = thrown.message.split('\n');
    throw new ImportError('syntax', message.replace(/ \(line \d+, column \d+\)$/, ''), thrown.line, thrown.column);
  }
}

/** Without the prefix of its namespace, which no reader needs. */
const localName = (name: string) => name.slice(name.indexOf(':') + 1);

class LineIndex {
  readonly #starts: number[] = [0];

  constructor(text: string) {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#starts.push(at + 1);
  }

  lineOf(offset: number): number {
    let [low, high] = [0, this.#starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  }
}
