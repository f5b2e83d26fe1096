// The frame of an LLM API: where calls go, what is sent, the key, and the button that allows it. Only the user can
// press it: the page cannot reach into this frame.

import { endpointOf } from '../agents/llm-format.ts';
import type { ApiKind } from '../agents/llm-conversation.ts';
import { isRecord } from '../protocol/plain-data.ts';
import { button, createElement, field, setText } from './dom.ts';
import { CALLS_PER_RUN, LlmCalls, type AgentCall } from './llm-calls.ts';
import { strings } from './strings.ts';

/** @param post sends a message to the page */
export function remoteFrame(
  root: HTMLElement,
  post: (message: Record<string, unknown>) => void,
  isBlockedByPolicy: (url: string) => Promise<boolean>,
) {
  const service = new LlmCalls({
    fetch: (...args) => fetch(...args),
    isBlockedByPolicy,
    onChange: () => render(),
    send: (id, reply) => post({ reply: { id, reply } }),
  });

  const kind = createElement(
    'select',
    { onchange: () => render() },
    ...Object.entries(strings.kinds).map(([value, text]) => createElement('option', { value }, text)),
  );
  const plain = { autocomplete: 'off', spellcheck: false, autocapitalize: 'off', oninput: () => render() };
  const endpoint = createElement('input', { type: 'url', ...plain });
  const model = createElement('input', { type: 'text', ...plain });
  const key = createElement('input', { type: 'password', ...plain, autocomplete: 'new-password' });
  const host = createElement('p');
  const allow = button(
    strings.allow,
    () => {
      const target = readForm();
      if ('key' in target) service.allow(target);
    },
    'primary',
  );
  const setup = createElement(
    'section',
    {},
    field(strings.kind, kind),
    field(strings.endpoint, endpoint),
    field(strings.model, model),
    field(strings.key, key, createElement('small', {}, strings.keyHelp)),
    host,
    createElement('div', { className: 'buttons' }, allow),
  );

  const allowed = createElement('p');
  const counts = createElement('p', { className: 'quiet' });
  const status = createElement('p', { className: 'status', role: 'status' });
  const error = createElement('p', { className: 'error', role: 'alert' });
  const cancel = button(strings.cancel, () => service.cancel());
  const again = button(strings.again, () => service.retry(), 'primary');
  const fail = button(strings.fail, () => service.replyWithProblem());
  const more = button(strings.more(CALLS_PER_RUN), () => service.raiseLimit(), 'primary');
  const withdraw = button(strings.withdraw, () => {
    key.value = '';
    service.withdraw();
  });
  const state = createElement(
    'section',
    {},
    allowed,
    counts,
    status,
    error,
    createElement('div', { className: 'buttons' }, cancel, again, fail, more, withdraw),
  );

  const which = createElement('p', { className: 'status' });
  const prompt = createElement('pre', { tabIndex: 0, ariaLabel: strings.prompt });
  const tools = createElement('p');
  const body = createElement('pre', { tabIndex: 0, ariaLabel: strings.body });
  const parts = createElement(
    'div',
    {},
    prompt,
    tools,
    createElement('details', {}, createElement('summary', {}, strings.body), body),
  );
  root.replaceChildren(
    setup,
    state,
    createElement(
      'section',
      {},
      createElement('h2', {}, strings.whatTitle),
      createElement('p', { className: 'quiet' }, strings.what),
      which,
      parts,
    ),
  );

  function readForm() {
    const apiKind = kind.value as ApiKind;
    const target = endpointOf(apiKind, endpoint.value);
    const modelName = model.value.trim();
    return 'why' in target || !modelName
      ? { why: 'none' as const, ...target }
      : { kind: apiKind, ...target, model: modelName, key: key.value.trim() };
  }

  let lastMessage = '';
  function render() {
    const { target, nextCall, currentCall, problem, queue, callCount, callLimit, usage } = service;
    const typed = readForm();
    setup.hidden = target !== null;
    state.hidden = target === null;
    endpoint.placeholder = strings.places[kind.value as keyof typeof strings.places];
    const endpointError = 'why' in typed ? strings.why[typed.why] : '';
    host.replaceChildren(
      ...('url' in typed
        ? [strings.goesTo, createElement('b', {}, typed.host), createElement('small', {}, typed.url)]
        : [endpointError || strings.noHost]),
    );
    host.className = endpointError && 'error';
    endpoint.ariaInvalid = String(endpointError !== '');
    allow.ariaDisabled = String(!('key' in typed));
    if (target) allowed.replaceChildren(strings.allowed(target.model), createElement('b', {}, target.host));
    setText(counts, strings.counts(callCount, callLimit, usage));
    const callText = nextCall && strings.waits(nextCall.request);
    const waitsForMore = service.isAtLimit && !currentCall && queue.length > 0;
    setText(
      status,
      problem
        ? ''
        : currentCall
          ? strings.asking(callText ?? '', queue.length)
          : waitsForMore
            ? strings.full
            : strings.idle,
    );
    setText(error, problem?.text ?? '');
    cancel.hidden = !currentCall;
    again.hidden = fail.hidden = !problem;
    more.hidden = !waitsForMore;
    setText(which, callText ?? strings.nothingYet);
    parts.hidden = !nextCall;
    if (nextCall) {
      setText(prompt, nextCall.prompt);
      setText(tools, strings.tools(nextCall.request.tools.map(({ name }) => name)));
      setText(
        body,
        JSON.stringify(service.body(nextCall, target ?? { kind: kind.value as ApiKind, model: model.value }), null, 1),
      );
    }
    const message = {
      state: {
        host: target?.host ?? '',
        calls: callCount,
        cap: callLimit,
        asking: currentCall?.id ?? '',
        full: waitsForMore,
        problem: problem && { id: problem.ask.id, text: problem.text },
      },
    };
    const text = JSON.stringify(message);
    if (text !== lastMessage) post(message);
    lastMessage = text;
  }
  render();

  return ({ ask, drop }: Record<string, unknown>) => {
    if (isAgentCall(ask)) service.ask(ask);
    else if (typeof drop === 'string') service.drop(drop);
  };
}

function isAgentCall(call: unknown): call is AgentCall {
  return (
    isRecord(call) &&
    typeof call.id === 'string' &&
    typeof call.run === 'string' &&
    typeof call.prompt === 'string' &&
    isRecord(call.request) &&
    Array.isArray(call.request.tools) &&
    Array.isArray(call.request.transcript) &&
    Array.isArray(call.request.answers)
  );
}
