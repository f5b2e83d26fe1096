// The messages of the runner.

import { count } from '../protocol/count.ts';

export const strings = {
  sourceErrors: (n: number, line: number, first: string) =>
    `the machine has ${count(n, 'error')} and does not run; the first is in line ${line}: ${first}`,
  notStarted: (why: string) => `the run cannot start: ${why}`,
  nothingToRun: 'no node of the machine can be entered first',
  noAgent: (node: string) => `no agent is given for \`${node}\``,
  badReply: (why: string) => `the reply of the agent was refused: ${why}`,
  agentFailed: 'the agent failed',
  timeout: (ms: number) => `the agent did not reply within ${ms} ms`,
  appendFailed: (why: string) =>
    `the journal could not be written (${why}); the run stopped before that action and can be resumed`,
  journalUsed: 'the journal already has a run: resume it, or name another journal',
  journalEmpty: 'the journal is empty: there is no run to resume',
  otherMachine: (journal: string, source: string) => `the journal is of machine ${journal}, not of ${source}`,
  journalUnavailable: (path: string, why: string) => `cannot open the journal \`${path}\`: ${why}`,
  brokenAt: (entry: string) => `the journal is broken or incomplete at ${entry}`,
  notJournal: (path: string) => `${path} is not a journal: its first line is not JSON`,
  brokenLine: (path: string, line: number) => `${path}:${line}: the line is not JSON`,
  tornLine: (path: string) =>
    `${path}: the last line is incomplete and was dropped; it was being written when the run stopped`,
  locked: (path: string, pid: number) => `${path} is in use by process ${pid}`,
  lockBroken: (path: string) => `${path} is not a lock file of Tracklight; remove it if no run uses the journal`,
  badEndpoint: (url: string) => `\`baseURL\` must be an http or https address without a user name; got ${url}`,
  noModel: '`model` must be the name of a model',
  model: {
    unreachable: (host: string) => `${host} is not reachable`,
    status: (host: string, status: number, detail: string) =>
      `${host} responded with status ${status}${detail && `: ${detail}`}`,
    noReply: (host: string) => `the response of ${host} does not have the format of its API`,
    tooLong: (host: string) => `the response of ${host} is larger than 4 MB`,
    timeout: (host: string, seconds: number) => `${host} did not respond within ${seconds} s`,
  },
  runExists: (key: string) => `there is a run \`${key}\` already`,
  noRun: (key: string) => `there is no run \`${key}\`: start it`,
  needsText: (name: string) => `\`${name}\` must be a text`,
  closed: 'the run was closed',
  ended: 'the run has ended',
};
