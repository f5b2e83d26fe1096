// The text form of the Prompt panel over the built core.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PromptController } from '../../src/features/prompt/controller.ts';
import { supervise } from '../../src/core/calls.ts';
import { requestAt } from '../../src/store/values.ts';
import { textOf } from '../../src/features/prompt/texts.ts';
import { core } from './core.ts';
import { handWatch, still } from '../clock.ts';
import { loose, type Loose } from '../loose.ts';
import { InThreadWorker } from '../in-thread-worker.ts';
import { testStore, type TestStore } from '../unit/store.ts';
import type { AgentReply } from '../../pkg/tracklight.js';
import type { State } from '../../src/store/state.ts';

const ASK =
  'context C { n<number>: 0; items: ["a", "b"] }\n' +
  'init s\n' +
  'task t "Fill" @retry(1) { prompt: "Fill {{ item }}" }\n' +
  'state done\n' +
  't -writes-> C\n' +
  's -@map(C.items)-> t\n' +
  't -full-> done\n' +
  't -again-> t\n';
const DEEDS: (['step'] | ['reply', id: string, reply: AgentReply])[] = [
  ['step'],
  ['step'],
  [
    'reply',
    'agent-1.1-1',
    { turns: [{ text: 'I pour', calls: [{ name: 'write_C', input: { data: { n: 'x' } } }] }], final: false },
  ],
  ['reply', 'agent-1.1-2', { error: { message: 'the pot broke' } }],
];

/** Nothing here edits the graph. */
const NO_RUN = {} as ConstructorParameters<typeof PromptController>[0]['running'];
/** What the panel knows once it has asked. */
const reported = (store: TestStore) =>
  new Promise<Loose<State['prompt']>>((done) => {
    const look = (state: State) => state.prompt.projection !== null && done(loose(state.prompt));
    store.listen(look);
    look(store.state);
  });

test('the text form of the Prompt panel is the prompt of the open request', async () => {
  const engine = supervise(() => new InThreadWorker({ clock: still }), handWatch());
  await engine.edit(ASK, {}, 'machine.dygram');
  let { snapshot } = await engine.start({ m: 'manual' }, {});
  const machine = core.Machine.parse(ASK);
  const run = machine.start();
  const texts = new Set<string>();
  for (const recordedAction of DEEDS) {
    ({ snapshot } =
      recordedAction[0] === 'step'
        ? await engine.step({})
        : await engine.reply(recordedAction[1], recordedAction[2], {}));
    assert.equal(
      (recordedAction[0] === 'step' ? run.step() : run.reply(recordedAction[1], recordedAction[2])).ok,
      true,
    );
    for (const { id, path } of run.pending().agents) {
      const store = testStore();
      store.set({ run: { ...store.state.run, snapshot: snapshot }, path, panel: 'prompt' });
      new PromptController({ store, engine, running: NO_RUN });
      const prompt = await reported(store);
      const text = textOf(prompt, requestAt(store.state, prompt.projection), prompt.projection);
      assert.equal(text, run.prompt(id));
      texts.add(text);
    }
  }
  const last = run.prompt('agent-1.1-3');
  for (const part of ['Item 1 of 2 (index 0): "a"', 'attempt 2 of 2, turn 1 of 50', 'the pot broke'])
    assert.ok(last?.includes(part), part);
  assert.equal(texts.size, 4, 'each turn and attempt has its own text, and each path');
  run.free();
  machine.free();
});

test('under a budget that is only looked at, the text is made of what is shown', async () => {
  const engine = supervise(() => new InThreadWorker({ clock: still }), handWatch());
  await engine.edit(ASK, {}, 'machine.dygram');
  await engine.start({ m: 'manual' }, {});
  await engine.step({});
  const { snapshot } = await engine.step({});
  const store = testStore();
  store.set({
    run: { ...store.state.run, snapshot: snapshot },
    path: '1.1',
    panel: 'prompt',
    prompt: { ...store.state.prompt, budget: 60 },
  });
  new PromptController({ store, engine, running: NO_RUN });
  const prompt = await reported(store);
  assert.equal(prompt.text, null);
  assert.equal(
    textOf(prompt, requestAt(store.state, prompt.projection), prompt.projection),
    `Fill a\n\n${prompt.projection.text}`,
  );
});
