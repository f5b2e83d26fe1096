// What the runner costs: 1,000 runs at once in one process, beside the same actions without it.
// node --import ./www/node_modules/tsx/dist/loader.mjs www/bench/runner.ts [runs]

import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import * as core from '../pkg/tracklight.js';
import { runMachine } from '../src/runner/index.ts';
import type { AgentReply, Json } from '../pkg/tracklight.js';

const MACHINE = `context C { n: 0; notes<List<string>>: [] }
task plan { prompt: "Plan the work. So far: {{ C.notes }}" }
task write { prompt: "Write part {{ C.n }}" }
task review { prompt: "Review part {{ C.n }}" }
state done
plan, write, review -writes-> C
plan -> write -> review
review -when: C.n < 4-> write
review -> done`;

const [given = '1000', mode] = process.argv.slice(2);
const count = Number(given);

/** The same replies in both, whatever came before. */
function replyTo({ node, visit }: { node: string; visit: number }): AgentReply {
  const data: Record<string, Json> =
    node === 'write' ? { n: visit } : { notes: [`${node} ${visit}: ${'words '.repeat(20)}`] };
  return { turns: [{ text: 'Here it is.', calls: [{ name: 'write_C', input: { data } }] }] };
}
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

async function withRunner() {
  return runMachine(MACHINE, {
    agent: async (request) => {
      await turn();
      return replyTo(request);
    },
  });
}

/** The loop that everybody writes. */
async function without() {
  const machine = core.Machine.parse(MACHINE);
  if (machine.diagnostics().some(({ severity }) => severity === 'error')) throw new Error('the machine has errors');
  const run = machine.start();
  for (;;) {
    while (run.step().ok);
    const { agents } = run.pending();
    if (agents.length === 0) break;
    for (const request of agents) {
      await turn();
      run.reply(request.id, replyTo(request));
    }
  }
  const view = run.view();
  machine.free();
  run.free();
  return { outcome: view.outcome, view };
}

if (mode === undefined) {
  const results = ['without', 'runner'].map((name) => {
    const samples = Array.from({ length: 3 }, () =>
      JSON.parse(
        execFileSync(
          process.execPath,
          [...process.execArgv, '--expose-gc', fileURLToPath(import.meta.url), given, name],
          { encoding: 'utf8' },
        ),
      ),
    );
    const least = (key: string) => Math.min(...samples.map((sample) => sample[key]));
    return { cpuMs: least('cpuMs'), peakMb: least('peakMb') };
  });
  const [bare, runner] = results;
  if (bare === undefined || runner === undefined) throw new Error('nothing was measured');
  console.table({ 'without the runner': bare, 'with the runner': runner });
  console.log(
    `CPU ${(runner.cpuMs / bare.cpuMs).toFixed(2)} times (at most 1.25), ` +
      `memory ${(runner.peakMb / bare.peakMb).toFixed(2)} times (at most 1.20)`,
  );
} else {
  await core.default();
  const act = mode === 'runner' ? withRunner : without;
  await act();
  const before = process.cpuUsage();
  const runs = await Promise.all(Array.from({ length: count }, act));
  const { user, system } = process.cpuUsage(before);
  if (!runs.every(({ outcome }) => outcome.kind === 'completed')) throw new Error('a run did not complete');
  console.log(
    JSON.stringify({
      cpuMs: Math.round((user + system) / 1000),
      peakMb: Math.round(process.resourceUsage().maxRSS / 1024),
    }),
  );
}
