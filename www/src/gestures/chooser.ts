// A short list over the drawing from which something is chosen: a target, a module, what a step does with a context.

import { keepKeys, make } from './dom.ts';
import { gestureWords as say } from './strings.ts';

export interface Choice {
  value: string;
  label: string;
  note?: string;
}

export interface ChooserOptions {
  label: string;
  choices: Choice[];
  /** Whether a field filters them. */
  isFiltered: boolean;
  take(value: string): void;
  leave(): void;
}

/** More rows than this nobody reads; typing narrows. */
const MOST = 50;
let lists = 0;

export function chooser({ label, choices, isFiltered, take, leave }: ChooserOptions) {
  lists += 1;
  const id = `gesture-list-${lists}`;
  const list = make('div', { role: 'listbox', id, 'aria-label': label, tabindex: isFiltered ? null : '0' });
  const field = make('input', {
    type: 'text',
    role: 'combobox',
    'aria-label': label,
    'aria-expanded': 'true',
    'aria-controls': id,
    'aria-autocomplete': 'list',
    placeholder: say.filter,
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
  });
  const focused = isFiltered ? field : list;
  let [shown, at]: [Choice[], number] = [[], 0];
  const mark = () => {
    [...list.children].forEach((row, i) => {
      if (row.getAttribute('role') === 'option') row.setAttribute('aria-selected', String(i === at));
    });
    if (shown.length > 0) focused.setAttribute('aria-activedescendant', `${id}-${at}`);
    else focused.removeAttribute('aria-activedescendant');
    list.children[at]?.scrollIntoView?.({ block: 'nearest' });
  };
  const fill = () => {
    const wanted = field.value.trim().toLowerCase().split(/\s+/);
    shown = choices
      .filter(({ label, note = '' }) => wanted.every((word) => `${label} ${note}`.toLowerCase().includes(word)))
      .slice(0, MOST);
    at = 0;
    list.replaceChildren(
      ...shown.map(({ value, label, note }, i) => {
        const row = make('div', { role: 'option', id: `${id}-${i}` }, make('span', {}, label));
        if (note) row.append(make('span', { class: 'note' }, note));
        row.addEventListener('click', () => take(value));
        return row;
      }),
      ...(shown.length === 0 ? [make('p', { class: 'hint' }, say.none)] : []),
    );
    mark();
  };
  const element = make('div', { class: 'chooser' }, make('p', { class: 'head', 'aria-hidden': 'true' }, label));
  if (isFiltered) element.append(field);
  element.append(list);
  keepKeys(element);
  element.addEventListener('keydown', (event) => {
    if (event.isComposing) return;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined && shown.length > 0) {
      at = (at + by + shown.length) % shown.length;
      mark();
    } else if (event.key === 'Enter' && shown[at]) take(shown[at].value);
    else if (event.key === 'Escape') leave();
    else return;
    event.preventDefault();
  });
  field.addEventListener('input', fill);
  fill();
  return { element, focus: () => focused.focus() };
}
