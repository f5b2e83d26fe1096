// Elements of the page as Playwright's locators name them: looked for anew with each use, and waited for.

import { fits, inOrder, innerTextOf, isVisible, normal, queryAll, textOf, withRole, type Wanted } from './elements.ts';
import { brief, isChecked, isOfRole, labelsOf, withText, type ByRole } from './matching.ts';
import { framesDone } from './traces.ts';
import { NotYet, until } from './waiting.ts';
import { changed, fill, focus, hover, press, pressKey } from './user.ts';
import { isDisabled, modal } from './window.ts';

interface Having {
  hasText?: Wanted;
  hasNotText?: Wanted;
  has?: Locator;
  hasNot?: Locator;
  visible?: boolean;
}
interface Patience {
  timeout?: number;
}
type Find = (scope: ParentNode) => Element[];

const shown = (wanted: Wanted) => (typeof wanted === 'string' ? JSON.stringify(wanted) : String(wanted));
const reported = (options: object) =>
  Object.entries(options)
    .map(([name, value]) => ` ${name}=${value instanceof Locator ? value : shown(value as Wanted)}`)
    .join('');

export class Locator {
  #find: Find;
  #name: string;

  constructor(find: Find, name: string) {
    this.#find = find;
    this.#name = name;
  }

  toString() {
    return this.#name;
  }

  /** What there is now. */
  now(scope: ParentNode = document): Element[] {
    return this.#find(scope);
  }

  #made(find: Find, name: string) {
    return new Locator(find, name.trim());
  }

  #within(below: Find, name: string) {
    const find: Find = (scope) => {
      const outer = this.now(scope);
      const found = outer.flatMap((one) => below(one as unknown as ParentNode));
      return outer.length > 1 ? inOrder(found) : found;
    };
    return this.#made(find, `${this.#name} ${name}`);
  }

  locator(what: string | Locator, having: Having = {}): Locator {
    if (what instanceof Locator) return this.#within((scope) => what.now(scope), what.toString()).filter(having);
    return this.#within((scope) => queryAll(scope, what.replace(/^css=/, '')), what).filter(having);
  }

  getByRole(role: string, options: ByRole = {}) {
    const find: Find = (scope) => withRole(scope, role, (one) => isOfRole(one, options));
    return this.#within(find, `${role}${reported(options)}`);
  }

  getByLabel(wanted: Wanted, { exact = false } = {}) {
    const find: Find = (scope) =>
      queryAll(
        scope,
        'input, select, textarea, button, meter, output, progress, [aria-label], [aria-labelledby]',
      ).filter((one) => labelsOf(one).some((label) => fits(label, wanted, exact)));
    return this.#within(find, `label ${shown(wanted)}`);
  }

  getByText(wanted: Wanted, { exact = false } = {}) {
    return this.#within((scope) => withText(scope, wanted, exact), `text ${shown(wanted)}`);
  }

  getByTitle(wanted: Wanted, { exact = false } = {}) {
    return this.#byAttribute('title', wanted, exact);
  }

  getByPlaceholder(wanted: Wanted, { exact = false } = {}) {
    return this.#byAttribute('placeholder', wanted, exact);
  }

  #byAttribute(name: string, wanted: Wanted, exact: boolean) {
    const find: Find = (scope) =>
      queryAll(scope, `[${name}]`).filter((one) => fits(one.getAttribute(name) ?? '', wanted, exact));
    return this.#within(find, `${name} ${shown(wanted)}`);
  }

  filter(having: Having): Locator {
    const { hasText, hasNotText, has, hasNot, visible } = having;
    if (Object.values(having).every((one) => one === undefined)) return this;
    const keeps = (one: Element) =>
      (hasText === undefined || fits(textOf(one), hasText)) &&
      (hasNotText === undefined || !fits(textOf(one), hasNotText)) &&
      (!has || has.now(one as unknown as ParentNode).length > 0) &&
      (!hasNot || hasNot.now(one as unknown as ParentNode).length === 0) &&
      (visible === undefined || isVisible(one) === visible);
    return this.#made((scope) => this.now(scope).filter(keeps), `${this.#name}${reported(having)}`);
  }

  or(other: Locator) {
    return this.#made((scope) => inOrder([...this.now(scope), ...other.now(scope)]), `${this.#name} or ${other}`);
  }

  and(other: Locator) {
    const find: Find = (scope) => {
      const others = new Set(other.now(scope));
      return this.now(scope).filter((one) => others.has(one));
    };
    return this.#made(find, `${this.#name} and ${other}`);
  }

  first() {
    return this.nth(0);
  }

  last() {
    return this.nth(-1);
  }

  nth(n: number) {
    return this.#made((scope) => [this.now(scope).at(n)].flatMap((one) => one ?? []), `${this.#name} nth=${n}`);
  }

  async all() {
    return this.now().map((_, i) => this.nth(i));
  }

  async count() {
    return this.now().length;
  }

  /** The one element; none or several are no answer. */
  #one(): Element {
    const found = this.now();
    if (found.length > 1)
      throw new Error(`${this}: strict mode, ${found.length} elements:\n${found.map(brief).join('\n')}`);
    if (!found[0]) throw new NotYet(() => `there is none${this.#near()}`);
    return found[0];
  }

  /** What is there in its place, for who reads that it never came. */
  #near() {
    const texts = [...document.querySelectorAll('dialog[open], .status-row, #panel, .notice')].map(brief);
    return `; there is\n${texts.join('\n')}`;
  }

  #waits<T>(what: string, look: (one: Element) => T, { timeout }: Patience = {}) {
    return until(() => look(this.#one()), `${what} ${this}`, timeout);
  }

  /** Waits until a user could act on it, then acts. */
  async #acts(what: string, act: (one: HTMLElement) => unknown, patience: Patience & { force?: boolean } = {}) {
    await this.#waits(what, (one) => one, patience);
    await framesDone();
    const element = await this.#waits(
      what,
      (one) => (patience.force ? one : ready(one, what)) as HTMLElement,
      patience,
    );
    await act(element);
    await new Promise<void>((done) => void setImmediate(done));
  }

  async waitFor({
    state = 'visible',
    timeout,
  }: { state?: 'visible' | 'attached' | 'hidden' | 'detached' } & Patience = {}) {
    await until(
      () => {
        if (state === 'detached' && this.now().length === 0) return;
        if (state === 'hidden' && this.now().length === 0) return;
        const one = this.#one();
        const seen = isVisible(one);
        if (state === 'attached' || (state === 'visible' && seen) || (state === 'hidden' && !seen)) return;
        throw new NotYet(() => `${state === 'visible' ? 'it is not seen' : 'it is still there'}\n${brief(one)}`);
      },
      `${state} ${this}`,
      timeout,
    );
  }

  click(options: Parameters<typeof asPress>[0] & Patience = {}) {
    return this.#acts('click', (one) => press(one, { ...asPress(options) }), options);
  }

  dblclick(options: Parameters<typeof asPress>[0] & Patience = {}) {
    return this.#acts('dblclick', (one) => press(one, { ...asPress(options), count: 2 }), options);
  }

  tap(options: Patience = {}) {
    return this.#acts('tap', (one) => press(one, { touch: true }), options);
  }

  hover(options: Patience = {}) {
    return this.#acts('hover', (one) => hover(one), options);
  }

  fill(text: string, options: Patience = {}) {
    return this.#acts('fill', (one) => fill(one as HTMLInputElement, text), options);
  }

  clear(options: Patience = {}) {
    return this.fill('', options);
  }

  async press(chord: string, options: Patience = {}) {
    await this.focus(options);
    await pressKey(chord);
  }

  async pressSequentially(text: string, options: Patience = {}) {
    await this.focus(options);
    for (const key of text) await pressKey(key);
  }

  async focus(options: Patience = {}) {
    await this.#waits('focus', (one) => focus(one as HTMLElement), options);
  }

  async blur() {
    await this.#waits('blur', (one) => (one as HTMLElement).blur());
  }

  check(options: Patience = {}) {
    return this.setChecked(true, options);
  }

  uncheck(options: Patience = {}) {
    return this.setChecked(false, options);
  }

  setChecked(on: boolean, options: Patience = {}) {
    return this.#acts(
      on ? 'check' : 'uncheck',
      async (one) => {
        if (isChecked(one) !== on) await press(one);
        if (isChecked(one) !== on) throw new Error(`${this}: the press did not ${on ? 'check' : 'uncheck'} it`);
      },
      options,
    );
  }

  async selectOption(wanted: string | { label?: string; value?: string; index?: number }, options: Patience = {}) {
    const { label, value, index } = typeof wanted === 'string' ? { label: wanted, value: wanted, index: -1 } : wanted;
    const choice = (one: Element) => {
      const list = [...(ready(one, 'choose in') as HTMLSelectElement).options];
      const at = list.findIndex(
        (option, i) => option.value === value || normal(option.text) === normal(label ?? '\0') || i === index,
      );
      if (at < 0 || list[at]?.disabled)
        throw new NotYet(() => `no option ${shown(label ?? value ?? '')} in\n${brief(one)}`);
      return { one: one as HTMLSelectElement, at };
    };
    const { one, at } = await this.#waits('choose in', choice, options);
    focus(one);
    one.selectedIndex = at;
    changed(one);
    return [one.value];
  }

  async setInputFiles(
    files:
      | { name: string; mimeType: string; buffer: Uint8Array }
      | { name: string; mimeType: string; buffer: Uint8Array }[],
  ) {
    const one = await this.#waits('give files to', (found) => found);
    const list = [files]
      .flat()
      .map(({ name, mimeType, buffer }) => new File([buffer as BlobPart], name, { type: mimeType }));
    Object.defineProperty(one, 'files', { configurable: true, value: list });
    changed(one);
  }

  async dispatchEvent(type: string, init: object = {}) {
    const how = { bubbles: true, cancelable: true, composed: true, ...init };
    const kind = /^(click|mouse|dbl|contextmenu)/.test(type)
      ? MouseEvent
      : /^pointer/.test(type)
        ? PointerEvent
        : /^key/.test(type)
          ? KeyboardEvent
          : Event;
    await this.#waits(`dispatch ${type} at`, (one) => one.dispatchEvent(new kind(type, how)));
  }

  innerText(options?: Patience) {
    return this.#waits('text of', innerTextOf, options);
  }

  async allInnerTexts() {
    return this.now().map(innerTextOf);
  }

  textContent(options?: Patience) {
    return this.#waits('text of', (one) => one.textContent, options);
  }

  async allTextContents() {
    return this.now().map((one) => one.textContent ?? '');
  }

  inputValue(options?: Patience) {
    return this.#waits('value of', (one) => (one as HTMLInputElement).value, options);
  }

  getAttribute(name: string, options?: Patience) {
    return this.#waits(`${name} of`, (one) => one.getAttribute(name), options);
  }

  /** At once, as all questions of this kind; nothing there is an answer. */
  async isVisible() {
    const found = this.now();
    return found.length > 0 && isVisible(this.#one());
  }

  async isHidden() {
    return !(await this.isVisible());
  }

  isChecked() {
    return this.#waits('whether checked', isChecked);
  }

  async isEnabled() {
    return !(await this.isDisabled());
  }

  isDisabled() {
    return this.#waits('whether disabled', (one) => isDisabled(one) || one.getAttribute('aria-disabled') === 'true');
  }

  async evaluate<T, A>(act: (one: HTMLElement, arg: A) => T, arg?: A): Promise<Awaited<T>> {
    const one = await this.#waits('evaluate', (found) => found);
    return await act(one as HTMLElement, arg as A);
  }

  async evaluateAll<T, A>(act: (all: Element[], arg: A) => T, arg?: A): Promise<Awaited<T>> {
    return await act(this.now(), arg as A);
  }

  boundingBox(): never {
    throw new Error('needs a browser: the place of an element');
  }

  screenshot(): never {
    throw new Error('needs a browser: a picture');
  }

  /** Nothing is out of view. */
  async scrollIntoViewIfNeeded() {
    await this.#waits('scroll to', (one) => one);
  }
}

const asPress = ({
  button,
  clickCount = 1,
  modifiers = [],
}: {
  button?: 'left' | 'right' | 'middle';
  clickCount?: number;
  modifiers?: string[];
  position?: unknown;
  force?: boolean;
}) => ({
  ...(button ? { button } : {}),
  count: clickCount,
  keys: Object.fromEntries(modifiers.map((one) => [`${one === 'Control' ? 'ctrl' : one.toLowerCase()}Key`, true])),
});

/** Whether a user could act on an element now. */
function ready(one: Element, what: string) {
  if (!isVisible(one)) throw new NotYet(() => `it is not seen\n${brief(one)}`);
  if (what !== 'hover' && isDisabled(one)) throw new NotYet(() => `it is off\n${brief(one)}`);
  if (what === 'fill' && (one as HTMLInputElement).readOnly)
    throw new NotYet(() => `it can only be read\n${brief(one)}`);
  const dialog = modal();
  if (dialog && !dialog.contains(one)) throw new NotYet(() => `it is behind a dialog\n${brief(dialog)}`);
  return one;
}
