// A run of twelve agents that kills its own process at one moment: before, while or after an entry is written.
// node killed-run.ts <journal> <calls> <entry> before|during|after

import { appendFileSync } from 'node:fs';
import { fileJournal, runMachine, type Agent, type Journal } from '../../../src/runner/index.ts';

export const MACHINE = `machine "Twelve agents" @concurrent(3)
context Plan { items: [1, 2, 3, 4, 5]; done: 0 }
context Found { got<number?> }
init begin
task first { prompt: "plan" }
task work { prompt: "{{ item }}" }
state gathered
begin -> first -@map(Plan.items)-> work -@join(all; merge: last_wins)-> gathered
work -writes-> Found
task a { prompt: "a" }; task b { prompt: "b" }; task c { prompt: "c" }
task d { prompt: "d" }; task e { prompt: "e" }; task last { prompt: "last" }
first, a, b, c, d, e, last -writes-> Plan
gathered -> a -> b -> c -> d -> e -> last`;

/** Replies by the request alone, and writes down each call before it replies. */
export const notingAgent =
  (noted: (key: string) => void): Agent =>
  ({ node, idempotencyKey, map }) => {
    noted(idempotencyKey);
    const write = (context: string, data: Record<string, number>) => ({
      turns: [{ calls: [{ name: `write_${context}`, input: { data } }] }],
      usage: { inputTokens: 3, outputTokens: 1 },
    });
    return node === 'work' ? write('Found', { got: (map?.index ?? 0) + 1 }) : write('Plan', { done: node.length });
  };

async function main([path = '', calls = '', entry = '', moment = '']: string[]) {
  const file = fileJournal(path);
  const kill = () => process.kill(process.pid, 'SIGKILL');
  let at = 0;
  const journal: Journal = {
    ...file,
    async append(given) {
      at += 1;
      const isPoint = at === Number(entry);
      if (isPoint && moment === 'before') kill();
      if (isPoint && moment === 'during') {
        const line = JSON.stringify(given);
        appendFileSync(path, line.slice(0, Math.ceil(line.length / 2)));
        kill();
      }
      await file.append(given);
      if (isPoint) kill();
    },
  };
  await runMachine(MACHINE, { journal, agent: notingAgent((key) => appendFileSync(calls, `${key}\n`)) });
}

if (process.argv[1] === new URL(import.meta.url).pathname) await main(process.argv.slice(2));
