// What a locator asks of an element, and how it is told.

import { fits, nameOf, normal, textOf, type Wanted } from './elements.ts';
import { isDisabled } from './window.ts';

export interface ByRole {
  name?: Wanted;
  exact?: boolean;
  selected?: boolean;
  checked?: boolean;
  pressed?: boolean;
  expanded?: boolean;
  disabled?: boolean;
  level?: number;
}

export const isChecked = (one: Element) =>
  one.hasAttribute('aria-checked') ? one.getAttribute('aria-checked') === 'true' : (one as HTMLInputElement).checked;

const isExpanded = (one: Element) =>
  one.localName === 'details' ? one.hasAttribute('open') : one.getAttribute('aria-expanded') === 'true';

export function isOfRole(one: Element, options: ByRole) {
  const { name, exact = false, selected, checked, pressed, expanded, disabled, level } = options;
  const state = (wanted: boolean | undefined, is: () => boolean) => wanted === undefined || is() === wanted;
  return (
    state(
      selected,
      () => one.getAttribute('aria-selected') === 'true' || (one as HTMLOptionElement).selected === true,
    ) &&
    state(checked, () => isChecked(one)) &&
    state(pressed, () => one.getAttribute('aria-pressed') === 'true') &&
    state(expanded, () => isExpanded(one)) &&
    state(disabled, () => isDisabled(one) || one.getAttribute('aria-disabled') === 'true') &&
    (level === undefined || one.localName === `h${level}` || one.getAttribute('aria-level') === String(level)) &&
    (name === undefined || fits(nameOf(one), name, exact))
  );
}

export function labelsOf(one: Element): string[] {
  const own = one.getAttribute('aria-label');
  const by = one.getAttribute('aria-labelledby')?.split(/\s+/) ?? [];
  const root = one.getRootNode() as Document;
  if (by.length > 0)
    return [
      by
        .map((id) => root.getElementById(id))
        .map((it) => (it ? textOf(it) : ''))
        .join(' '),
    ];
  return [...(own ? [own] : []), ...[...((one as HTMLInputElement).labels ?? [])].map((label) => textOf(label))];
}

/** The texts between the elements in an element. */
const ownTexts = (one: Element) =>
  [...one.childNodes]
    .map((child) => (child.nodeType === 3 ? child.nodeValue : child.nodeType === 1 ? '\0' : ''))
    .join('')
    .split('\0')
    .map(normal);

/** The smallest elements that hold a text; those that have it as their own, where it is to be exact. */
export function withText(scope: ParentNode, wanted: Wanted, exact: boolean): Element[] {
  const whole = exact && typeof wanted === 'string' ? normal(wanted) : null;
  const walk = (one: Element): Element[] => {
    if (!fits(textOf(one), wanted)) return [];
    const inner = [...one.children, ...(one.shadowRoot?.children ?? [])].flatMap((child) => walk(child));
    if (whole === null) return inner.length > 0 ? inner : [one];
    return ownTexts(one).includes(whole) ? [one, ...inner] : inner;
  };
  return walk(scope === document ? document.body : (scope as Element));
}

/** An element as it is told. */
export function brief(one: Element) {
  const attributes = [...one.attributes].map(({ name, value }) => ` ${name}="${value.slice(0, 60)}"`);
  const tag = `<${one.localName}${attributes.join('')}>`;
  const text = normal(textOf(one));
  return `  ${tag} ${text.length > 600 ? `${text.slice(0, 600)}…` : text}`;
}
