// A run whose journal cannot grow far, in a process of its own. Prints why it stopped.

import { fileJournal, resumeMachine } from '../../../src/runner/index.ts';

const [path = ''] = process.argv.slice(2);
const run = await resumeMachine(fileJournal(path));
try {
  await run.answer(run.waiting.questions[0].id, 'because '.repeat(1000));
} catch (thrown) {
  const { code, message } = thrown as { code: string; message: string };
  process.stdout.write(`${code}: ${message}\n`);
}
