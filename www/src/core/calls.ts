// The engine as the page knows it: typed calls over a supervised worker.

import { CODE } from '../protocol/action-codes.ts';
import { Recorder } from './recorder.ts';
import { ENTRY } from '../protocol/sources.ts';
import type { Say, Watch, WorkerLike } from './supervisor.ts';
import type { Engine, Json } from '../protocol/types.ts';
import type { RecordedAction } from '../protocol/record.ts';

const WALL: Watch = {
  now: () => performance.now(),
  every: (ms, tick) => {
    const timer = setInterval(tick, ms);
    return () => clearInterval(timer);
  },
};

/** @param say words of notices; their codes alone by default */
export function supervise(spawn: () => WorkerLike, watch: Watch = WALL, say: Say = (code) => code): Engine {
  const recorder = new Recorder(spawn, watch, say);
  const { supervisor } = recorder;
  const entry: (kind: string, ...rest: Json[]) => RecordedAction = (kind, ...rest) => ({
    kind: 'entry',
    entry: [kind, ...rest],
  });
  return {
    version: () => supervisor.ask('version', []),
    languageReference: () => supervisor.ask('languageReference', []),
    edit: (source, files = {}, entry = ENTRY) => recorder.edit({ source, files, entry }),
    tokens: (source, files = {}, entry = ENTRY, file = entry, within = undefined) =>
      supervisor.ask('tokens', within ? [{ source, files, entry }, file, within] : [{ source, files, entry }, file]),
    file: (file, text) => supervisor.ask('file', [file, text]),
    complete: (file, text, offset) => supervisor.ask('complete', [file, text, offset]),
    hover: (file, text, offset) => supervisor.ask('hover', [file, text, offset]),
    definition: (file, text, offset) => supervisor.ask('definition', [file, text, offset]),
    references: (file, text, offset) => supervisor.ask('references', [file, text, offset]),
    fixes: (file, text, from, to) => supervisor.ask('fixes', [file, text, from, to]),
    format: (file, text) => supervisor.ask('format', [file, text]),
    rename: (file, text, offset, name, stubs) => supervisor.ask('rename', [file, text, offset, name, stubs]),
    renameFile: (entry, text, from, to) => supervisor.ask('renameFile', [entry, text, from, to]),
    draw: (look) => supervisor.ask('draw', [look]),
    start: (settings, look, input) => recorder.start(settings, look, input),
    step: (look) => recorder.act('step', [look], { kind: 'tick' }),
    reply: (request, reply, look) =>
      recorder.act('reply', [request, reply, look], recorder.recordedReply(request, reply)),
    answer: (request, answer, look) =>
      recorder.act(
        'answer',
        [request, answer, look],
        typeof answer === 'string'
          ? entry(CODE.answer, request, answer)
          : entry(CODE.answerError, request, answer.error),
      ),
    choose: (path, edge, look) => recorder.act('choose', [path, edge, look], recorder.recordedChoice(path, edge)),
    setContext: (path, target, value, look) =>
      recorder.act('setContext', [path, target, value, look], entry(CODE.setContext, path, target, value)),
    cancel: (path, look) => recorder.act('cancel', [path, look], entry(CODE.cancel, path)),
    back: (n, look) => recorder.act('back', [n, look], null),
    goTo: (step, branch, look) => recorder.act('goTo', [step, branch, look], null),
    look: (look) => recorder.act('look', [look], null),
    settings: (settings, look) => recorder.settings(settings, look),
    act: (act, look) => recorder.performUnnamed(act, look),
    diff: (a, b) => supervisor.ask('diff', [a, b]),
    export: (kind) => supervisor.ask('export', [kind]),
    fields: () => supervisor.ask('fields', []),
    check: (context, value) => supervisor.ask('check', [context, value]),
    graph: () => supervisor.ask('graph', []),
    projection: (path, options) => supervisor.ask('projection', [path, options]),
    agents: () => supervisor.ask('agents', []),
    outputs: () => supervisor.ask('outputs', []),
    describe: (path, node, step) => supervisor.ask('describe', step === undefined ? [path, node] : [path, node, step]),
    inspect: (sources) => supervisor.ask('inspect', [sources]),
    highlight: (source) => supervisor.ask('highlight', [source]),
    sketch: (sources, most) => supervisor.ask('sketch', [sources, most]),
    evaluate: (path, expression) => supervisor.ask('evaluate', [path, expression]),
    prompt: (request) => supervisor.ask('prompt', [request]),
    branchPast: (branch) => supervisor.ask('branchPast', [branch]),
    resume: (saved, force, look) => recorder.resume(saved, force, look),
    playRecording: (recording, force, look) => recorder.playRecording(recording, force, look),
    run: (options, look, progress) => recorder.run(options, look, progress),
    pause: () => supervisor.pause(),
    abandon: () => supervisor.abandon(),
    losses: () => supervisor.losses,
    restore: (record, at, look, progress) => recorder.restore(record, at, look, progress),
    link: () => supervisor.ask('link', []),
    record: () => recorder.record,
    whole: () => recorder.wholeRecord,
    onNotice: (listen) => supervisor.listen(listen),
    close: () => supervisor.close(),
  };
}
