// Sentences as data: what is code, a node, a path or stressed in them is known, and a view decides how it looks.

/** `as`: what a part is; `strong`: it is stressed; a path's part is its id. */
export interface Part {
  text: string;
  as?: 'code' | 'node' | 'path' | 'muted';
  strong?: true;
}

export const code = (text: string): Part => ({ text, as: 'code' });
export const node = (text: string): Part => ({ text, as: 'node' });
export const path = (text: string): Part => ({ text, as: 'path' });
export const muted = (text: string): Part => ({ text, as: 'muted' });
export const strong = (parts: Part[]): Part[] => parts.map((part) => ({ ...part, strong: true }));

type Value = Part | readonly Part[] | string | number;

/** The parts of a template literal. */
export function say(texts: TemplateStringsArray, ...values: Value[]): Part[] {
  const parts: Part[] = [];
  const add = (text: string) => {
    const last = parts.at(-1);
    if (text === '') return;
    if (last && last.as === undefined && last.strong === undefined) last.text += text;
    else parts.push({ text });
  };
  texts.forEach((text, i) => {
    add(text);
    const value = values[i];
    if (value === undefined) return;
    if (typeof value === 'object') parts.push(...('text' in value ? [value] : value));
    else add(String(value));
  });
  return parts;
}

/** Words of the core or of the user: what stands between backticks is code. */
export function quoted(text: string): Part[] {
  return text
    .split(/`([^`]+)`/)
    .map((part, i) => (i % 2 === 1 ? code(part) : { text: part }))
    .filter((part) => part.text !== '');
}

/**
 * A failure in words for people: a rejected write names its fields by pointers into its context, a missing tool of a
 * context is the edge that gives it, and one of a transition is where it would lead.
 */
export function failureWords(message: string): string {
  const [, verb, name, tools = ''] =
    /^unknown tool `(read|write|transition_to)_([^`]+)`; available tools: (.*)$/s.exec(message) ?? [];
  if (verb === 'transition_to') return `\`${name}\` cannot be chosen${choices(tools)}`;
  if (verb !== undefined) return `cannot ${verb} \`${name}\`: add a \`-${verb}s-> ${name}\` edge`;
  const [, errors] = /^write to `[^`]+` rejected: (\/.*)$/s.exec(message) ?? [];
  if (errors === undefined) return message;
  return errors
    .split(/; (?=\/)/)
    .map((error) => {
      const [, pointer = '', what = ''] = /^(\S+): (.*)$/s.exec(error) ?? [];
      return pointer === '' ? error : fieldError(pointer, what);
    })
    .join('; ');
}

/** More choices are not listed in a sentence. */
const MOST_CHOICES = 4;
/** Without a comma before the last one, as everywhere in the page. */
const AND = new Intl.ListFormat('en-GB');

/** What can be chosen, among the names of tools. */
function choices(tools: string) {
  const names = [...tools.matchAll(/\btransition_to_([^,]+)/g)].map(([, name]) => `\`${name}\``);
  return names.length === 0 || names.length > MOST_CHOICES ? '' : `, only ${AND.format(names)} can`;
}

/** As the page names a field that a JSON pointer leads to. */
export const fieldName = (pointer: string) => pointer.split('/').filter(Boolean).join('.');

/** What is wrong with a field, by its name. The core tells agents `expected number, got string "x"`. */
export function fieldError(pointer: string, message: string): string {
  const name = fieldName(pointer);
  if (name === '' || message.includes(`\`${name}\``)) return message;
  const [, expected, actual] = MISMATCH.exec(message) ?? [];
  if (expected === undefined || actual === undefined) return `\`${name}\`: ${message}`;
  const kinds = expected.split(' or ').map(withArticle).join(' or ');
  return `\`${name}\` must be ${kinds}, got ${withArticle(actual)}`;
}

const KIND = 'string|number|integer|boolean|array|object|null';
const MISMATCH = new RegExp(`^expected ((?:${KIND})(?: or (?:${KIND}))*), got (${KIND})(?: .*)?$`, 's');

export const withArticle = (kind: string) => (kind === 'null' ? kind : `${/^[aio]/.test(kind) ? 'an' : 'a'} ${kind}`);

/** For who hears a sentence. */
export const plain = (parts: readonly Part[]) => parts.map((part) => part.text).join('');
