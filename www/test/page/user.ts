// What a user agent makes of presses and keys: the events in their order, the focus, and the default actions that
// happy-dom leaves out.

import { focusables, isDisabled, modal } from './window.ts';
import { isVisible, parentOf } from './elements.ts';

const turn = () => new Promise<void>((done) => setImmediate(done));

interface Keys {
  ctrlKey?: boolean;
  shiftKey?: boolean;
  altKey?: boolean;
  metaKey?: boolean;
}

const mouse = (type: string, more: object = {}) =>
  new MouseEvent(type, { bubbles: true, cancelable: true, composed: true, button: 0, detail: 1, ...more });
const pointer = (type: string, more: object = {}) =>
  new PointerEvent(type, {
    bubbles: true,
    cancelable: true,
    composed: true,
    button: 0,
    isPrimary: true,
    pointerId: 1,
    pointerType: 'mouse',
    ...more,
  });

let hovered: Element | null = null;

function chain(element: Element | null): Element[] {
  const list: Element[] = [];
  for (let at = element; at; at = parentOf(at)) list.push(at);
  return list;
}

/** Moves the pointer onto an element. */
export function hover(element: Element | null, pointerType = 'mouse') {
  const [from, to] = [chain(hovered?.isConnected ? hovered : null), chain(element)];
  const old = hovered;
  hovered = element;
  const more = { pointerType, button: -1, bubbles: false, cancelable: false, composed: false };
  const both = { pointerType, button: -1 };
  if (old && old !== element && old.isConnected) {
    old.dispatchEvent(pointer('pointerout', { ...both, relatedTarget: element }));
    old.dispatchEvent(mouse('mouseout', { relatedTarget: element }));
    for (const one of from)
      if (!to.includes(one)) {
        one.dispatchEvent(pointer('pointerleave', { ...more, relatedTarget: element }));
        one.dispatchEvent(mouse('mouseleave', { bubbles: false, relatedTarget: element }));
      }
  }
  if (!element) return;
  if (old !== element) {
    element.dispatchEvent(pointer('pointerover', { ...both, relatedTarget: old }));
    element.dispatchEvent(mouse('mouseover', { relatedTarget: old }));
    for (const one of to.reverse())
      if (!from.includes(one)) {
        one.dispatchEvent(pointer('pointerenter', { ...more, relatedTarget: old }));
        one.dispatchEvent(mouse('mouseenter', { bubbles: false, relatedTarget: old }));
      }
  }
  element.dispatchEvent(pointer('pointermove', both));
  element.dispatchEvent(mouse('mousemove'));
}

/** Presses an element. @param how many times, with which button and keys, by mouse or finger */
export async function press(
  element: Element,
  how: { count?: number; button?: 'left' | 'right' | 'middle'; keys?: Keys; touch?: boolean } = {},
) {
  const { count = 1, keys = {}, touch = false } = how;
  const pointerType = touch ? 'touch' : 'mouse';
  const button = { left: 0, middle: 1, right: 2 }[how.button ?? 'left'];
  hover(element, pointerType);
  for (let detail = 1; detail <= count && element.isConnected; detail += 1) {
    const more = { ...keys, detail, button, buttons: [1, 4, 2][button] };
    element.dispatchEvent(pointer('pointerdown', { ...more, pointerType }));
    if (element.dispatchEvent(mouse('mousedown', more))) focusAround(element);
    element.dispatchEvent(pointer('pointerup', { ...more, buttons: 0, pointerType }));
    element.dispatchEvent(mouse('mouseup', { ...more, buttons: 0 }));
    if (button === 2) element.dispatchEvent(mouse('contextmenu', { ...more, buttons: 0 }));
    else if (element.isConnected) {
      element.dispatchEvent(pointer('click', { ...more, buttons: 0, pointerType }));
      if (detail === 2) element.dispatchEvent(mouse('dblclick', more));
    }
    // Between two events a page does what it has put off.
    await turn();
  }
}

/** The focus goes to what holds the pressed element, or nowhere. */
function focusAround(element: Element) {
  const target = chain(element).find((one) => canFocus(one)) as HTMLElement | undefined;
  const label = element.closest('label');
  if (label && (!target || target.contains(label))) return;
  if (target) focus(target);
  else (document.activeElement as HTMLElement | null)?.blur();
}

const canFocus = (one: Element) =>
  !isDisabled(one) &&
  (one.matches('button, input, select, textarea, a[href], [tabindex], iframe') ||
    (one.localName === 'summary' && one.parentElement?.localName === 'details'));

/** The element with the focus, in shadow roots too. */
export function active(): HTMLElement {
  let at: Element = document.activeElement ?? document.body;
  while (at.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return at as HTMLElement;
}

/** Text that a field had when it got the focus. */
const was: WeakMap<Element, string> = new WeakMap();

export function focus(element: HTMLElement) {
  if (active() === element) return;
  element.focus();
}

type Field = HTMLInputElement | HTMLTextAreaElement;
const isText = (one: Element): one is Field =>
  one.localName === 'textarea' ||
  (one.localName === 'input' &&
    !/^(checkbox|radio|range|button|submit|reset|file|color|image)$/.test((one as HTMLInputElement).type));

document.addEventListener('focusin', ({ target }) => {
  if (target instanceof Element && isText(target)) was.set(target, target.value);
});
document.addEventListener('blur', ({ target }) => target instanceof Element && committed(target), true);

/** What was typed counts as changed when it is done. */
function committed(field: Element) {
  if (!isText(field) || !was.has(field) || was.get(field) === field.value) return;
  was.set(field, field.value);
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Puts a text in place of what is selected, as typing or pasting does. */
export function insert(text: string, inputType = 'insertText') {
  const field = active();
  if (!isText(field) || field.readOnly || isDisabled(field)) return;
  const init = { bubbles: true, cancelable: true, composed: true, inputType, data: text };
  if (!field.dispatchEvent(new InputEvent('beforeinput', init))) return;
  const { value } = field;
  const from = field.selectionStart ?? value.length;
  const to = field.selectionEnd ?? value.length;
  field.value = value.slice(0, from) + text + value.slice(to);
  caretAt(field, from + text.length);
  field.dispatchEvent(new InputEvent('input', { ...init, cancelable: false }));
}

function caretAt(field: Field, from: number, to = from) {
  // Fields for numbers have no selection.
  if ((field as HTMLInputElement).type !== 'number') field.setSelectionRange(from, to);
}

/** Gives a field a text as a whole. */
export function fill(field: Field, text: string) {
  focus(field);
  field.value = text;
  if (!isText(field as Element)) return changed(field);
  caretAt(field, text.length);
  field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, inputType: 'insertText', data: text }));
}

const CODES: Record<string, string> = { ' ': 'Space', '/': 'Slash', '.': 'Period', ',': 'Comma', '-': 'Minus' };
const codeOf = (key: string) =>
  /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : /^\d$/.test(key) ? `Digit${key}` : (CODES[key] ?? key);

const held: Keys = {};
const MODIFIERS = { Control: 'ctrlKey', Shift: 'shiftKey', Alt: 'altKey', Meta: 'metaKey' } as const;
const isModifier = (key: string): key is keyof typeof MODIFIERS => key in MODIFIERS;

function keyEvent(type: string, key: string, keys: Keys) {
  const init = { key, code: codeOf(key), bubbles: true, cancelable: true, composed: true, ...keys };
  return new KeyboardEvent(type, init);
}

export function keyDown(key: string, keys: Keys = held) {
  if (isModifier(key)) held[MODIFIERS[key]] = true;
  const target = active();
  const untouched = target.dispatchEvent(keyEvent('keydown', key, keys));
  if (untouched && !isModifier(key)) act(target, key, keys);
}

export function keyUp(key: string, keys: Keys = held) {
  if (isModifier(key)) held[MODIFIERS[key]] = false;
  const target = active();
  if (!target.dispatchEvent(keyEvent('keyup', key, keys))) return;
  const isButton = target.matches('button, summary') || (target as HTMLInputElement).type === 'checkbox';
  if (key === ' ' && isButton && !isDisabled(target)) target.click();
}

/** @param chord `Control+k`, `Escape`, `a` */
export async function pressKey(chord: string) {
  const parts = chord.length > 1 ? chord.split(/(?<=[^+])\+/) : [chord];
  const named = parts.at(-1) ?? '';
  const key = named === 'Space' ? ' ' : named;
  const modifiers = parts.slice(0, -1).map((one) => (one === 'ControlOrMeta' ? 'Control' : one));
  const keys: Keys = { ...held };
  for (const one of modifiers) if (isModifier(one)) keys[MODIFIERS[one]] = true;
  const typed = keys.shiftKey && /^[a-z]$/.test(key) ? key.toUpperCase() : key;
  keyDown(typed, keys);
  keyUp(typed, keys);
  await turn();
}

/** What a key does by itself. */
function act(target: HTMLElement, key: string, keys: Keys) {
  const command = keys.ctrlKey || keys.metaKey;
  if (key === 'Tab' && !command && !keys.altKey) return tab(keys.shiftKey ? -1 : 1);
  if (key === 'Escape') return cancel();
  if (key === 'Enter' && !command && !keys.altKey) return enter(target);
  if (isText(target)) return edit(target, key, keys);
  if (command || keys.altKey) return;
  if (target instanceof HTMLSelectElement) return choose(target, key);
  if (target.matches('input[type="range"]')) slide(target as HTMLInputElement, key);
  if (target.matches('input[type="radio"]')) choose(target as HTMLInputElement, key);
}

function cancel() {
  const dialog = modal();
  if (dialog?.dispatchEvent(new Event('cancel', { cancelable: true }))) dialog.close();
}

function enter(target: HTMLElement) {
  if (target.localName === 'textarea') return insert('\n', 'insertLineBreak');
  if (target.matches('button, summary, a[href]')) return isDisabled(target) ? undefined : target.click();
  if (target.localName !== 'input') return;
  committed(target);
  const { form } = target as HTMLInputElement;
  const button = form?.querySelector<HTMLElement>('button:not([type="button"]), input[type="submit"]');
  if (button && !isDisabled(button)) button.click();
  else if (form && !button) form.requestSubmit();
}

function edit(field: Field, key: string, keys: Keys) {
  const { value } = field;
  const from = field.selectionStart ?? value.length;
  const to = field.selectionEnd ?? value.length;
  if (keys.ctrlKey || keys.metaKey) {
    if (key === 'a') caretAt(field, 0, value.length);
    if (key === 'Home') caretAt(field, 0);
    if (key === 'End') caretAt(field, value.length);
    return;
  }
  const line = { from: value.lastIndexOf('\n', from - 1) + 1, to: `${value}\n`.indexOf('\n', to) };
  const moves: Record<string, number> = {
    ArrowLeft: from === to ? from - 1 : from,
    ArrowRight: from === to ? to + 1 : to,
    Home: line.from,
    End: line.to,
  };
  const move = moves[key];
  if (move !== undefined) return caretAt(field, Math.max(0, Math.min(value.length, move)));
  if (key === 'Backspace' || key === 'Delete') {
    const [cut, end] = from < to ? [from, to] : key === 'Backspace' ? [Math.max(0, from - 1), to] : [from, to + 1];
    caretAt(field, cut, Math.min(value.length, end));
    if (cut < end) insert('', key === 'Delete' ? 'deleteContentForward' : 'deleteContentBackward');
  } else if (key.length === 1 && !keys.altKey) insert(key);
}

function choose(target: HTMLSelectElement | HTMLInputElement, key: string) {
  const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[key];
  if (!by) return;
  if (target instanceof HTMLSelectElement) {
    const next = target.selectedIndex + by;
    if (next < 0 || next >= target.options.length) return;
    target.selectedIndex = next;
    changed(target);
    return;
  }
  const group = [...document.querySelectorAll<HTMLInputElement>(`input[type="radio"][name="${target.name}"]`)];
  const next = group.at((group.indexOf(target) + by) % group.length);
  next?.focus();
  next?.click();
}

export function changed(target: Element) {
  target.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  target.dispatchEvent(new Event('change', { bubbles: true }));
}

function slide(target: HTMLInputElement, key: string) {
  const [min, max, step] = [Number(target.min || 0), Number(target.max || 100), Number(target.step || 1)];
  const now = Number(target.value);
  const to = {
    ArrowRight: now + step,
    ArrowUp: now + step,
    ArrowLeft: now - step,
    ArrowDown: now - step,
    Home: min,
    End: max,
  }[key];
  if (to === undefined) return;
  target.value = String(Math.max(min, Math.min(max, to)));
  changed(target);
}

/** The focus goes on in the order of the tree. */
function tab(by: 1 | -1) {
  const all = tabbable(modal() ?? document);
  const at = all.indexOf(active());
  const next = all.at(at < 0 && by < 0 ? -1 : (at + by) % all.length);
  next?.focus();
}

function tabbable(root: ParentNode): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>('*')].flatMap((one) => {
    const inner = one.shadowRoot ? tabbable(one.shadowRoot) : [];
    const own = focusables({ querySelectorAll: () => [one] } as unknown as ParentNode).filter((it) => it.matches(TAB));
    return [...own.filter((it) => it.tabIndex >= 0 && isVisible(it)), ...inner];
  });
}

const TAB = 'a[href], button, input, select, textarea, summary, [tabindex]';

/** Nothing is held, and nothing pointed at. */
export function letGo() {
  hovered = null;
  for (const name of Object.values(MODIFIERS)) held[name] = false;
}
