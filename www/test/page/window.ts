// One window for all visits of a test file: the DOM of happy-dom as globals, with what it lacks of a browser.

import * as databases from 'fake-indexeddb';
import { Window } from 'happy-dom';

export const ADDRESS = 'http://localhost/';

/** Told of what goes wrong, by the visit that is under way. */
export const trouble = { report: (_problem: string) => {} };

const reported = (...parts: unknown[]) =>
  trouble.report(`console: ${parts.map((one) => (one instanceof Error ? one.stack : String(one))).join(' ')}`);

/** What a listener throws goes to this console. */
const received = Object.assign(Object.create(console), { error: reported, log() {}, info() {}, warn() {}, debug() {} });

export const dom = new Window({
  url: ADDRESS,
  console: received,
  settings: {
    disableComputedStyleRendering: true,
    navigation: {
      disableMainFrameNavigation: true,
      disableChildFrameNavigation: true,
      disableChildPageNavigation: true,
      disableFallbackToSetURL: true,
    },
  },
});

/** Node has them too, and the DOM knows only its own. */
const OWN = ['Event', 'EventTarget', 'CustomEvent', 'MessageEvent', 'navigator', 'FormData'];

function namesOf(of: object | null): string[] {
  return of === null || of === Object.prototype
    ? []
    : [...Object.getOwnPropertyNames(of), ...namesOf(Object.getPrototypeOf(of))];
}

const set = (key: string, value: unknown) =>
  Object.defineProperty(globalThis, key, { configurable: true, enumerable: true, writable: true, value });

for (const key of new Set(namesOf(dom))) {
  if (/^on|^constructor$/.test(key) || (key in globalThis && !OWN.includes(key))) continue;
  const from = dom as unknown as Record<string, unknown>;
  const isMethod = typeof from[key] === 'function' && /^[a-z]/.test(key);
  const bound = isMethod ? (from[key] as () => unknown).bind(dom) : null;
  Object.defineProperty(globalThis, key, {
    configurable: true,
    get: () => bound ?? from[key],
    set: (value) => set(key, value),
  });
}
set('window', globalThis);
for (const [name, value] of Object.entries(databases)) if (name.startsWith('IDB')) set(name, value);

// Fonts are there at once, and no text has a length, as in a pane that is hidden.
Object.assign(document, {
  fonts: Object.assign(new EventTarget(), { load: async () => [], ready: Promise.resolve() }),
  getAnimations: () => [],
});
Object.assign(SVGElement.prototype, { getNumberOfChars: () => 0 });
Object.assign((globalThis as unknown as { SVGTextElement: typeof SVGTextElement }).SVGTextElement.prototype, {
  getNumberOfChars: () => 0,
});

// What the sanitiser of the drawing asks: names read by the getter of all nodes, and a walk that goes on behind a node
// that was taken out.
const NAMES: Record<number, string> = { 3: '#text', 8: '#comment', 9: '#document', 11: '#document-fragment' };
Object.defineProperty(Node.prototype, 'nodeName', {
  configurable: true,
  get(this: Node) {
    return this.nodeType === 1 ? (this as Element).tagName : (NAMES[this.nodeType] ?? '');
  },
});
document.createNodeIterator = (root: Node, what: number = NodeFilter.SHOW_ALL) => {
  const passed: Node[] = [];
  const nextNode = () => {
    while (passed.length > 1 && !root.contains(passed.at(-1) as Node)) passed.pop();
    for (let at = nodeBehind(passed.at(-1), root); at; at = nodeBehind(at, root)) {
      passed.push(at);
      if (what & (1 << (at.nodeType - 1))) return at;
    }
    return null;
  };
  return { nextNode } as NodeIterator;
};

function nodeBehind(node: Node | undefined, root: Node): Node | null {
  if (!node) return root;
  if (node.firstChild) return node.firstChild;
  for (let at: Node | null = node; at && at !== root; at = at.parentNode) if (at.nextSibling) return at.nextSibling;
  return null;
}

// Where the focus is elsewhere, a shadow root has none.
const focused = Object.getOwnPropertyDescriptor(ShadowRoot.prototype, 'activeElement')?.get;
Object.defineProperty(ShadowRoot.prototype, 'activeElement', {
  configurable: true,
  get(this: ShadowRoot) {
    const around = this.host.getRootNode() as Document | ShadowRoot;
    return around.activeElement === this.host ? focused?.call(this) : null;
  },
});

// A modal dialog takes the focus, and gives it back when it closes.
const before: WeakMap<HTMLDialogElement, Element | null> = new WeakMap();
export const modals: HTMLDialogElement[] = [];
const { close } = HTMLDialogElement.prototype;
Object.assign(HTMLDialogElement.prototype, {
  showModal(this: HTMLDialogElement) {
    before.set(this, document.activeElement);
    this.setAttribute('open', '');
    modals.push(this);
    const first = this.querySelector<HTMLElement>('[autofocus]') ?? focusables(this)[0];
    (first ?? this).focus();
  },
  close(this: HTMLDialogElement, value?: string) {
    if (!this.open) return;
    if (modals.includes(this)) modals.splice(modals.indexOf(this), 1);
    const back = before.get(this);
    before.delete(this);
    // The event comes later, when the focus is back.
    const { dispatchEvent } = this;
    this.dispatchEvent = (event) => (event.type === 'close' ? true : dispatchEvent.call(this, event));
    close.call(this, value);
    Reflect.deleteProperty(this, 'dispatchEvent');
    if (back instanceof HTMLElement && back.isConnected) back.focus();
    queueMicrotask(() => this.dispatchEvent(new Event('close')));
  },
});

/** The dialog that everything else is inert beside. */
export const modal = () => modals.filter((one) => one.isConnected && one.open).at(-1) ?? null;

const FOCUSABLE =
  'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable="true"], iframe, audio[controls]';

/** What can have the focus, in the order of the tree. */
export const focusables = (root: ParentNode): HTMLElement[] =>
  [...root.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((one) => !isDisabled(one));

/** Whether a control is off, by itself or with its group. */
export const isDisabled = (one: Element) =>
  one.matches('button, input, select, textarea, option, optgroup, fieldset') &&
  (one.hasAttribute('disabled') || (one.closest('fieldset[disabled]') !== null && !one.matches('fieldset')));
