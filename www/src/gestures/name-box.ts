// A field of one line over a spot of the drawing: a name, a title, a label. A new step has its kind beside it.

import { fieldButtons, keepKeys, make } from './dom.ts';
import { gestureWords as say } from './strings.ts';
import { unticked } from '../ui/code-spans.ts';

export interface NameBoxOptions {
  label: string;
  value: string;
  placeholder?: string;
  /** What can be chosen beside the name, by word, with what it is called. */
  choices?: { label: string; words: Record<string, string>; chosen: string };
  hint: string;
  /** @returns why it cannot be taken; empty when it was */
  take(value: string, choice: string, by: 'Enter' | 'Tab'): Promise<string>;
  leave(): void;
}

let boxes = 0;

export function nameBox({ label, value, placeholder = '', choices, hint, take, leave }: NameBoxOptions) {
  boxes += 1;
  const id = `gesture-${boxes}`;
  const input = make('input', {
    type: 'text',
    'aria-label': label,
    'aria-describedby': `${id}-problem ${id}-hint`,
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    placeholder,
  });
  input.value = value;
  input.size = Math.max(16, Math.min(40, Math.max(value.length, placeholder.length) + 2));
  const problem = make('p', { id: `${id}-problem`, class: 'problem', role: 'alert' });
  const form = make('form', { class: 'name-box' }, input);
  let isBusy = false;
  let early = '';
  const choice = () => (form.elements.namedItem('kind') as RadioNodeList | null)?.value ?? '';
  const submit = async (by: 'Enter' | 'Tab') => {
    if (isBusy) return;
    isBusy = true;
    const why = await take(input.value.trim(), choice(), by);
    [isBusy, early] = [false, ''];
    problem.textContent = unticked(why);
    input.setAttribute('aria-invalid', String(why !== ''));
  };
  if (choices) {
    const group = make('div', { class: 'choices', role: 'radiogroup', 'aria-label': choices.label });
    for (const [word, name] of Object.entries(choices.words)) {
      const radio = make('input', { type: 'radio', name: 'kind', value: word });
      radio.checked = word === choices.chosen;
      group.append(make('label', {}, radio, make('span', {}, name)));
    }
    form.append(group);
  }
  form.append(
    problem,
    make('p', { class: 'hint', id: `${id}-hint` }, hint),
    fieldButtons(say.buttons, { save: () => void submit('Enter'), next: () => void submit('Tab'), cancel: leave }),
  );
  keepKeys(form);
  form.addEventListener('keydown', (event) => {
    if (event.isComposing) return;
    if (isBusy) {
      // What is typed while the change is made is for the field that comes next.
      event.preventDefault();
      if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) early += event.key;
    } else if (event.key === 'Escape') {
      event.preventDefault();
      leave();
    } else if (event.key === 'Enter') {
      event.preventDefault();
      void submit('Enter');
    } else if (event.key === 'Tab' && event.target === input && !event.shiftKey) {
      event.preventDefault();
      void submit('Tab');
    } else if (choices && event.altKey && ['ArrowDown', 'ArrowUp'].includes(event.key)) {
      event.preventDefault();
      const radios = [...form.querySelectorAll<HTMLInputElement>('[type="radio"]')];
      const at = radios.findIndex((radio) => radio.checked) + (event.key === 'ArrowDown' ? 1 : -1);
      const next = radios[(at + radios.length) % radios.length];
      if (next) next.checked = true;
    }
  });
  form.addEventListener('submit', (event) => event.preventDefault());
  input.addEventListener('input', () => {
    problem.textContent = '';
    input.removeAttribute('aria-invalid');
  });
  return {
    element: form,
    focus(typed: string) {
      input.focus();
      input.select();
      if (typed) input.value = typed;
    },
    get early() {
      return early;
    },
  };
}
