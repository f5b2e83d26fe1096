// The frame of an LLM API: where calls go, what is sent, the key, and the button that allows it. Only the user can
// press it: the page cannot reach into this frame.

import { endpointOf } from '../agents/remote.ts';
import type { Kind } from '../agents/remote-talk.ts';
import { isRecord } from '../protocol/plain-data.ts';
import { button, field, h, put } from './dom.ts';
import { CALLS, Service, type Ask } from './service.ts';
import { strings } from './strings.ts';

/** @param tell the page */
export function remote(
  root: HTMLElement,
  tell: (message: Record<string, unknown>) => void,
  blocked: (url: string) => Promise<boolean>,
) {
  const service = new Service({
    fetch: (...args) => fetch(...args),
    blocked,
    changed: () => show(),
    send: (id, reply) => tell({ reply: { id, reply } }),
  });

  const kind = h(
    'select',
    { onchange: () => show() },
    ...Object.entries(strings.kinds).map(([value, text]) => h('option', { value }, text)),
  );
  const plain = { autocomplete: 'off', spellcheck: false, autocapitalize: 'off', oninput: () => show() };
  const endpoint = h('input', { type: 'url', ...plain });
  const model = h('input', { type: 'text', ...plain });
  const key = h('input', { type: 'password', ...plain, autocomplete: 'new-password' });
  const host = h('p');
  const allow = button(
    strings.allow,
    () => {
      const target = read();
      if ('key' in target) service.allow(target);
    },
    'primary',
  );
  const setup = h(
    'section',
    {},
    field(strings.kind, kind),
    field(strings.endpoint, endpoint),
    field(strings.model, model),
    field(strings.key, key, h('small', {}, strings.keyHelp)),
    host,
    h('div', { className: 'buttons' }, allow),
  );

  const allowed = h('p');
  const counts = h('p', { className: 'quiet' });
  const status = h('p', { className: 'status', role: 'status' });
  const error = h('p', { className: 'error', role: 'alert' });
  const cancel = button(strings.cancel, () => service.cancel());
  const again = button(strings.again, () => service.again(), 'primary');
  const fail = button(strings.fail, () => service.fail());
  const more = button(strings.more(CALLS), () => service.raise(), 'primary');
  const withdraw = button(strings.withdraw, () => {
    key.value = '';
    service.withdraw();
  });
  const state = h(
    'section',
    {},
    allowed,
    counts,
    status,
    error,
    h('div', { className: 'buttons' }, cancel, again, fail, more, withdraw),
  );

  const which = h('p', { className: 'status' });
  const prompt = h('pre', { tabIndex: 0, ariaLabel: strings.prompt });
  const tools = h('p');
  const body = h('pre', { tabIndex: 0, ariaLabel: strings.body });
  const parts = h('div', {}, prompt, tools, h('details', {}, h('summary', {}, strings.body), body));
  root.replaceChildren(
    setup,
    state,
    h('section', {}, h('h2', {}, strings.whatTitle), h('p', { className: 'quiet' }, strings.what), which, parts),
  );

  function read() {
    const of = kind.value as Kind;
    const target = endpointOf(of, endpoint.value);
    const named = model.value.trim();
    return 'why' in target || !named
      ? { why: 'none' as const, of, ...target }
      : { kind: of, ...target, model: named, key: key.value.trim() };
  }

  let told = '';
  function show() {
    const { target, next, now, problem, queue, calls, cap, usage } = service;
    const typed = read();
    setup.hidden = target !== null;
    state.hidden = target === null;
    endpoint.placeholder = strings.places[kind.value as keyof typeof strings.places];
    const wrong = 'why' in typed ? strings.why[typed.why] : '';
    host.replaceChildren(
      ...('url' in typed
        ? [strings.goesTo, h('b', {}, typed.host), h('small', {}, typed.url)]
        : [wrong || strings.noHost]),
    );
    host.className = wrong && 'error';
    endpoint.ariaInvalid = String(wrong !== '');
    allow.ariaDisabled = String(!('key' in typed));
    if (target) allowed.replaceChildren(strings.allowed(target.model), h('b', {}, target.host));
    put(counts, strings.counts(calls, cap, usage));
    const about = next && strings.waits(next.request);
    const full = service.full && !now && queue.length > 0;
    put(status, problem ? '' : now ? strings.asking(about ?? '', queue.length) : full ? strings.full : strings.idle);
    put(error, problem?.text ?? '');
    cancel.hidden = !now;
    again.hidden = fail.hidden = !problem;
    more.hidden = !full;
    put(which, about ?? strings.nothingYet);
    parts.hidden = !next;
    if (next) {
      put(prompt, next.prompt);
      put(tools, strings.tools(next.request.tools.map(({ name }) => name)));
      put(
        body,
        JSON.stringify(service.body(next, target ?? { kind: kind.value as Kind, model: model.value }), null, 1),
      );
    }
    const tells = {
      state: {
        host: target?.host ?? '',
        calls,
        cap,
        asking: now?.id ?? '',
        full,
        problem: problem && { id: problem.ask.id, text: problem.text },
      },
    };
    const text = JSON.stringify(tells);
    if (text !== told) tell(tells);
    told = text;
  }
  show();

  return ({ ask, drop }: Record<string, unknown>) => {
    if (isAsk(ask)) service.ask(ask);
    else if (typeof drop === 'string') service.drop(drop);
  };
}

function isAsk(ask: unknown): ask is Ask {
  return (
    isRecord(ask) &&
    typeof ask.id === 'string' &&
    typeof ask.run === 'string' &&
    typeof ask.prompt === 'string' &&
    isRecord(ask.request) &&
    Array.isArray(ask.request.tools) &&
    Array.isArray(ask.request.transcript) &&
    Array.isArray(ask.request.answers)
  );
}
