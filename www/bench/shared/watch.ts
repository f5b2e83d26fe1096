// What the benchmark of the page sets into it before its own code: it tells when something the page was given has been
// painted, as times of `performance.now()` and as measures named `tl:<name>`. It reads the page's own parts: the texts
// that reach the editor, the counts of patched and laid out drawings, its controls.

/** What the editor is given, and holds of it. */
type Given = { source: string } | null;
interface Editor {
  value: string;
  __tokens?: Given;
  __diagnostics?: Given;
}

/** When each effect was last painted; `task` is the longest task. */
export type Seen = Record<
  'input' | 'tokens' | 'diagnostics' | 'patch' | 'layout' | 'ready' | 'task' | 'reached',
  number
>;

declare global {
  var __seen: Seen;
  var __goals: { reached: (() => boolean) | null };
}

export function watch() {
  const seen: Seen = { input: 0, tokens: 0, diagnostics: 0, patch: 0, layout: 0, ready: 0, task: 0, reached: 0 };
  const goals: typeof globalThis.__goals = { reached: null };
  Object.assign(globalThis, { __seen: seen, __goals: goals });
  for (const kind of ['keydown', 'pointermove', 'pointerdown'])
    addEventListener(
      kind,
      (event) => {
        seen.input = event.timeStamp;
      },
      { capture: true },
    );
  /** Calls back behind the next frame. */
  const painted = (name: keyof Seen) =>
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => {
        seen[name] = performance.now();
        performance.measure(`tl:${name}`, { start: seen.input, end: seen[name] });
        channel.port1.close();
      };
      channel.port2.postMessage(null);
    });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.task = Math.max(seen.task, duration);
  }).observe({ type: 'longtask' });
  void customElements.whenDefined('tracklight-editor').then(() => {
    const { prototype } = customElements.get('tracklight-editor') as CustomElementConstructor;
    const text = Object.getOwnPropertyDescriptor(prototype, 'content') as PropertyDescriptor;
    Object.defineProperty(prototype, 'content', {
      ...text,
      set(value) {
        text.set?.call(this, value);
        look();
      },
    });
    for (const name of ['tokens', 'diagnostics'] as const) {
      const own = Object.getOwnPropertyDescriptor(prototype, name) as PropertyDescriptor;
      Object.defineProperty(prototype, name, {
        ...own,
        set(this: Editor, value: Given) {
          const fresh = name === 'diagnostics' || (value !== null && value.source === this.value);
          own.set?.call(this, value);
          // The part on screen comes first; the rest of the same text changes nothing that is seen.
          const again = name === 'tokens' && value?.source === this.__tokens?.source;
          if (fresh && !again && value !== this[`__${name}`]) painted(name);
          this[`__${name}`] = value;
        },
      });
    }
  });
  let before = { patches: 0, layouts: 0 };
  let ready = false;
  const look = () => {
    const diagram = document.querySelector<
      Element & { counters?: { patches: number; layouts: number }; settled: boolean }
    >('tracklight-diagram');
    const counters = diagram?.counters;
    if (counters) {
      if (counters.patches > before.patches) painted('patch');
      // A layout counts when its drawing stands.
      if (counters.layouts > before.layouts && diagram.settled) {
        painted('layout');
        before = { ...counters };
      } else before = { ...before, patches: counters.patches };
    }
    if (
      !ready &&
      document.querySelector('[data-control="step"][aria-disabled="false"]') &&
      document.querySelector('tracklight-editor')?.shadowRoot?.querySelector('.cm-content')
    ) {
      ready = true;
      painted('ready');
    }
    if (goals.reached?.()) {
      goals.reached = null;
      painted('reached');
    }
  };
  // Timers wait behind messages; what changed is looked at when it changes.
  const changed = new MutationObserver(look);
  const observe = (root: Node) =>
    changed.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
  observe(document);
  void customElements.whenDefined('tracklight-diagram').then(() => {
    const { prototype } = customElements.get('tracklight-diagram') as CustomElementConstructor & {
      prototype: HTMLElement & { firstUpdated(...args: unknown[]): void; renderRoot: Node };
    };
    const own = prototype.firstUpdated;
    prototype.firstUpdated = function firstUpdated(...args: unknown[]) {
      observe(this.renderRoot);
      return own.apply(this, args);
    };
  });
  const again = () => {
    look();
    setTimeout(again, 1);
  };
  again();
}
