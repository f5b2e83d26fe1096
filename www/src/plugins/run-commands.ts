// `tracklight run`, and what goes on with its journal: `resume`, `answer`, `send`, `cancel`, `show`.

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { InvalidArgumentError, type Command } from 'commander';
import * as core from '../../pkg/tracklight.js';
import { anthropic, openai, readRun, resumeMachine, runMachine, RunnerError } from '../runner/index.ts';
import { messageOf } from '../runner/error.ts';
import { MODEL_KEYS } from '../runner/models.ts';
import { isRecord, parseJson } from '../protocol/plain-data.ts';
import { typed } from './ask.ts';
import {
  FileError,
  UsageError,
  existingJournal,
  journalAt,
  readJson,
  wholeNumber,
  write,
  type Output,
} from './command-line.ts';
import { readMachine, refuseErrors, type MachineFile } from './machine-file.ts';
import { TimelinePrinter, nextCommands, valueLines, waitLines } from './run-output.ts';
import { openStubRun, stepOn } from './run.ts';
import { strings } from './strings.ts';
import type { Answer, Event, InfoRequest, Json, StartOptions, View } from '../../pkg/tracklight.js';
import type { Agent, MachineRun, RunnerOptions } from '../runner/index.ts';

interface AgentFlags {
  agent?: string;
  model?: { kind: 'openai' | 'anthropic'; name: string };
  baseUrl?: string;
}
interface RunFlags extends AgentFlags {
  input?: string;
  journal?: string;
  stubs?: true;
}

export function addRunCommands(program: Command, output: Output, exit: (code: number) => void) {
  const { says } = strings;
  const withAgent = (command: Command) =>
    command
      .option('--agent <agent.mjs>', says.agent)
      .option('--model <model>', says.model, modelName)
      .option('--base-url <address>', says.baseUrl);
  withAgent(
    program
      .command('run')
      .description(says.run)
      .argument('<machine.dygram>')
      .option('--input <file.json>', says.input)
      .option('--journal <file>', says.journal)
      .option('--stubs', says.stubs),
  ).action(async (file: string, flags: RunFlags) => exit(await run(file, flags, output)));
  withAgent(program.command('resume').description(says.resume).argument('<journal>', says.journalFile)).action(
    async (file: string, flags: AgentFlags) => exit(await continueRun(file, flags, output, async (waiting) => waiting)),
  );
  withAgent(
    program
      .command('answer')
      .description(says.answer)
      .argument('<journal>', says.journalFile)
      .argument('<question>', says.question)
      .argument('<answer>', says.answerValue),
  ).action(async (file: string, question: string, answer: string, flags: AgentFlags) =>
    exit(
      await continueRun(file, flags, output, (waiting) => {
        const asked = waiting.waiting.questions.find(({ id }) => id === question);
        return waiting.answer(question, answerOf(answer, asked));
      }),
    ),
  );
  withAgent(
    program
      .command('send')
      .description(says.send)
      .argument('<journal>', says.journalFile)
      .argument('<event>', says.eventName)
      .argument('[data]', says.eventData, json),
  ).action(async (file: string, event: string, data: Json | undefined, flags: AgentFlags) =>
    exit(await continueRun(file, flags, output, (waiting) => waiting.send(event, data))),
  );
  program
    .command('cancel')
    .description(says.cancel)
    .argument('<journal>', says.journalFile)
    .action(async (file: string) => {
      await continueRun(file, {}, output, (waiting) => waiting.cancel());
    });
  program
    .command('show')
    .description(says.show)
    .argument('<journal>', says.journalFile)
    .option('--step <n>', says.step, wholeNumber)
    .option('--svg <file>', says.svg)
    .action((file: string, flags: { step?: number; svg?: string }) => show(file, flags, output));
}

function modelName(text: string): AgentFlags['model'] {
  const [, kind, name] = /^(openai|anthropic):(.+)$/.exec(text) ?? [];
  if (name === undefined) throw new InvalidArgumentError(strings.needsModel);
  return { kind: kind as 'openai' | 'anthropic', name };
}

function json(text: string): Json {
  const value = parseJson(text);
  if (value === undefined) throw new InvalidArgumentError(strings.needsJson);
  return value as Json;
}

/** An object is the fields of a form; any other answer is a text, or the value of a form's only field. */
function answerOf(text: string, question: InfoRequest | undefined): Answer {
  const value = parseJson(text);
  if (isRecord(value)) return value as Answer;
  const { fields = [], schema } = question?.form ?? {};
  const [field] = fields;
  if (field === undefined || fields.length > 1) return text;
  const { properties } = schema ?? {};
  return { [field]: typed(text, isRecord(properties) ? properties[field] : undefined) };
}

async function run(file: string, flags: RunFlags, output: Output): Promise<number> {
  const { input, journal, stubs } = flags;
  if (stubs && (flags.agent ?? flags.model ?? journal) !== undefined) throw new UsageError(strings.stubsAlone);
  const machine = readMachine(file);
  await refuseFaultyMachine(machine, file);
  const values = input === undefined ? {} : readJson(input);
  if (!isRecord(values)) throw new FileError(strings.notInput(String(input)));
  const inputs = values as NonNullable<StartOptions['input']>;
  const printer = new TimelinePrinter(output);
  if (stubs) return runStubs(machine, inputs, printer);
  const options = await optionsOf(flags, printer);
  const { source, files, entry } = machine;
  const started = await stoppable((signal) =>
    runMachine(source, {
      ...options,
      ...(Object.keys(files).length === 0 ? {} : { files, entry }),
      input: inputs,
      signal,
      ...(journal === undefined ? {} : { journal: journalAt(journal, output) }),
    }),
  );
  return finish(started, printer, output, journal);
}

async function refuseFaultyMachine(texts: MachineFile, file: string) {
  await core.default();
  const machine = core.Machine.parse(texts.source, texts.files, texts.entry);
  try {
    refuseErrors(machine, file, texts);
  } finally {
    machine.free();
  }
}

/** The same run as the page makes of it with its stubs. */
async function runStubs(machine: MachineFile, inputs: NonNullable<StartOptions['input']>, printer: TimelinePrinter) {
  const session = openStubRun(core, machine, { inputs });
  try {
    printer.follow(session.run.view().edges);
    for (let events: Event[] | null = session.run.events(); events !== null; events = stepOn(session)) {
      for (const event of events) printer.event(event);
      printer.flush();
    }
    return printer.summary(session.run.view(), [strings.stubsWait]);
  } finally {
    session.free();
  }
}

async function continueRun(
  file: string,
  flags: AgentFlags,
  output: Output,
  steer: (waiting: MachineRun) => Promise<MachineRun>,
): Promise<number> {
  const printer = new TimelinePrinter(output);
  const options = await optionsOf(flags, printer);
  const journal = existingJournal(file, output);
  const waiting = await stoppable((signal) => resumeMachine(journal, { ...options, signal }));
  try {
    return await finish(await steer(waiting).catch(withHint(file)), printer, output, file);
  } finally {
    await waiting.close();
  }
}

/** What the run does not accept, and where to see what it does. */
const withHint =
  (file: string) =>
  (thrown: unknown): never => {
    if (!(thrown instanceof RunnerError) || ['append-failed', 'run-ended'].includes(thrown.code)) throw thrown;
    throw new FileError(`${thrown.message}\n${strings.seeShow(file)}`);
  };

/** Asks the questions of a run, if there is a terminal, and prints the state of the run. */
async function finish(
  run: MachineRun,
  printer: TimelinePrinter,
  { ask, error }: Output,
  journal?: string,
): Promise<number> {
  let current = run;
  while (ask !== undefined && current.waiting.questions[0] !== undefined) {
    printer.flush();
    const [question] = current.waiting.questions;
    const answer = await ask(question);
    if (answer === undefined) break;
    try {
      current = await current.answer(question.id, answer);
    } catch (thrown) {
      if (!(thrown instanceof RunnerError && thrown.code === 'answer-invalid')) throw thrown;
      error(`${thrown.message}\n`);
    }
  }
  const { view } = current;
  await current.close();
  return printer.summary(view, journal === undefined ? withoutJournal(view) : nextCommands(view, journal));
}

const withoutJournal = ({ pending }: View) => [pending.agents.length > 0 ? strings.addAgent : strings.notSaved];

/** Without an agent, requests for one stay open. */
async function optionsOf({ agent, model, baseUrl }: AgentFlags, printer: TimelinePrinter): Promise<RunnerOptions> {
  if (agent !== undefined && model !== undefined) throw new UsageError(strings.oneAgent);
  if (baseUrl !== undefined && model === undefined) throw new UsageError(strings.baseUrlIsOfModel);
  const onStart = ({ edges }: View) => printer.follow(edges);
  const onEvent = (event: Event) => printer.event(event);
  if (model !== undefined) {
    const key = MODEL_KEYS[model.kind];
    if (baseUrl === undefined && !process.env[key]) throw new UsageError(strings.needsKey(key));
    const options = { model: model.name, ...(baseUrl === undefined ? {} : { baseURL: baseUrl }) };
    try {
      return { agent: (model.kind === 'openai' ? openai : anthropic)(options), onStart, onEvent };
    } catch (thrown) {
      throw new UsageError(messageOf(thrown));
    }
  }
  return { agent: agent === undefined ? null : await agentIn(agent), onStart, onEvent };
}

async function agentIn(file: string): Promise<Agent | Record<string, Agent>> {
  if (!existsSync(file)) throw new FileError(strings.notThere(file));
  let module: { default?: unknown };
  try {
    module = await import(/* @vite-ignore */ pathToFileURL(resolve(file)).href);
  } catch (thrown) {
    throw new FileError(strings.notLoaded(file, messageOf(thrown)));
  }
  const agent = module.default;
  if (
    typeof agent === 'function' ||
    (isRecord(agent) && Object.values(agent).every((one) => typeof one === 'function'))
  )
    return agent as Agent;
  throw new FileError(strings.noAgentIn(file));
}

/** Ctrl-C stops a run between two entries of its journal. */
async function stoppable<T>(act: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const stop = () => controller.abort(new FileError(strings.interrupted));
  process.once('SIGINT', stop);
  try {
    return await act(controller.signal);
  } finally {
    process.removeListener('SIGINT', stop);
  }
}

async function show(file: string, { step, svg }: { step?: number; svg?: string }, output: Output) {
  const { machine, run } = await readRun(existingJournal(file, output));
  try {
    const last = run.view().step;
    if (step !== undefined && !run.goto(step).ok) throw new FileError(strings.noStep(step, last));
    const view = run.view();
    const waits = waitLines(view);
    output.out(`${strings.standsAt(view.step, view.outcome, waits.length > 0)}\n`);
    // Here the values are all that is looked for, so they are not cut.
    for (const line of [...valueLines(view, (value) => JSON.stringify(value)), ...waits]) output.out(`  ${line}\n`);
    if (view.step === last) for (const line of nextCommands(view, file)) output.out(`${line}\n`);
    if (svg !== undefined) {
      const { loadRenderer } = await import('./render.ts');
      write(svg, (await loadRenderer()).runFile(run));
    }
  } finally {
    run.free();
    machine.free();
  }
}
