// The frame page: one machine that fills the frame, and messages between it and the page around it. It keeps nothing,
// changes no address, and connects to nobody.

import { ATTRIBUTES } from './attributes.ts';
import { register } from './register.ts';
import { Rate, attributesOf, plain, readCommand, targetOf } from './protocol.ts';
import type { TracklightMachine } from './element.ts';

const EVENTS = ['ready', 'change', 'diagnostics', 'step', 'request', 'end', 'select', 'resize', 'error'];

function begin() {
  const query = new URLSearchParams(location.search);
  const machine = document.createElement('tracklight-machine') as TracklightMachine;
  const target = targetOf(query);
  for (const [name, value] of attributesOf(query)) machine.setAttribute(name, value);
  // What is framed is looked at: there is nothing to wait for, unless the host says so.
  if (!machine.hasAttribute('loading')) machine.setAttribute('loading', 'eager');
  if (machine.getAttribute('height') !== 'auto') machine.setAttribute('height', '100%');
  const page = new URL('.', location.href);
  page.search = '';
  page.hash = '';
  machine.setAttribute('page', page.href);
  const open = () => show(machine, page);
  open();
  theme(machine, query.get('theme'));

  if (window.parent !== window && target !== null) connect(machine, target);
  addEventListener('hashchange', open);
  document.body.append(machine);
}

/** The machine of the address: a link, an example of the gallery, or the start example where there is none. */
function show(machine: HTMLElement, page: URL) {
  const { hash } = location;
  const slug = hash.length > 1 ? /^#example=([a-z0-9-]+)/.exec(hash)?.[1] : 'kettle';
  const [name, value, other] =
    slug === undefined ? ['link', hash, 'src'] : ['src', new URL(`examples/${slug}.dygram`, page).href, 'link'];
  machine.removeAttribute(other as string);
  if (machine.getAttribute(name as string) !== value) machine.setAttribute(name as string, value as string);
}

/** Alone in a frame, `auto` is what the system prefers: there is nothing around it. */
function theme(machine: HTMLElement, given: string | null) {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    const fixed = machine.getAttribute('theme');
    const shown = fixed === 'light' || fixed === 'dark' ? fixed : dark.matches ? 'dark' : 'light';
    document.documentElement.dataset.theme = shown;
  };
  if (given === null || given === 'auto') machine.removeAttribute('theme');
  dark.addEventListener('change', apply);
  new MutationObserver(apply).observe(machine, { attributeFilter: ['theme'] });
  apply();
}

/** @param target origin of the host, or `*`: nothing in the messages is secret, the host supplied the machine */
function connect(machine: TracklightMachine, target: string) {
  const send = (message: Record<string, unknown>) => window.parent.postMessage({ tracklight: 1, ...message }, target);
  for (const name of EVENTS)
    machine.addEventListener(`tracklight-${name}`, (event) =>
      send({ event: name, detail: plain((event as CustomEvent).detail) }),
    );
  const rate = new Rate(() => performance.now());
  addEventListener('message', ({ source, origin, data }) => {
    if (source !== window.parent || (target !== '*' && origin !== target)) return;
    const command = readCommand(data, ATTRIBUTES);
    if (command === null) return;
    const { id } = command;
    const fail = (code: string, message: string) => send({ re: id, ok: false, error: { code, message } });
    if ('error' in command) return fail('command', command.error);
    if (!rate.take()) return fail('rate', 'more than 100 commands in a second');
    if (command.cmd === 'set') {
      if (command.value === null) machine.removeAttribute(command.attribute);
      else machine.setAttribute(command.attribute, command.value);
      return send({ re: id, ok: true, value: null });
    }
    machine.call(command.cmd, ...command.args).then(
      (value) => send({ re: id, ok: true, value: plain(value) }),
      (error) => fail(String(error?.code ?? 'failed'), String(error?.message ?? error)),
    );
  });
}

register();
begin();
