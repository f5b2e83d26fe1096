// A run that lives in a store between the actions of its host: each action restores it from its journal, and
// returns what has to be stored, called and waited for.

import { applied } from './actions.ts';
import { badReply } from './agent-call.ts';
import type { AgentReply, AgentRequest, JournalAction, Json, Run } from '../../pkg/tracklight.js';
import type { JournalEntry } from './journal.ts';

export interface Refusal {
  code: string;
  message: string;
  data?: Json;
}

/** What is stored in addition to the journal. */
export interface RunMemo {
  /** Of this run: the same in every process. */
  id: string;
  /** Up to when the run's clock has been moved, in milliseconds since 1970. It only has to move while timers run. */
  timedUntil: number;
  /** Requests whose agents have been called and not replied yet. */
  called: string[];
  /** How many agents may work at once. */
  concurrency: number;
  /** Whether the machine limits its running time, which is the time in which its agents work. */
  hasTimeout: boolean;
  /** Up to when that time has been counted, in milliseconds since 1970; null while no agent works. */
  countedUntil: number | null;
}

export class StoredRun {
  readonly #run: Run;
  readonly #now: number;
  readonly #memo: RunMemo;
  /** What has to be appended to the journal. */
  readonly newEntries: JournalEntry[] = [];

  /** @param now the time of the action, in milliseconds since 1970 */
  constructor(run: Run, memo: RunMemo, now: number) {
    this.#run = run;
    this.#memo = memo;
    this.#now = now;
  }

  get run() {
    return this.#run;
  }

  /** An action of the owner of the run, after the time that passed before it, and what follows from it. */
  act(action: JournalAction): Refusal | null {
    this.passTime();
    const refusal = this.#perform(action);
    this.settle();
    return refusal;
  }

  /** A reply that the core refuses fails its node; that of a request that is gone is dropped. */
  reply(request: string, reply: AgentReply) {
    this.#memo.called = this.#memo.called.filter((id) => id !== request);
    const refusal = this.act({ kind: 'reply', request, reply });
    const isOpen = this.#run.pending({ brief: true }).agents.some(({ id }) => id === request);
    if (refusal !== null && isOpen) this.act({ kind: 'reply', request, reply: badReply(refusal.message) });
  }

  /** Counts the running time, and lets all timers fire that are due. */
  passTime() {
    this.#countRunningTime();
    for (;;) {
      this.settle();
      const ms = this.#now - this.#memo.timedUntil;
      const isTiming = this.#nextTimerMs() !== null;
      if (!isTiming) this.#memo.timedUntil = this.#now;
      if (!isTiming || ms < 1) return;
      const before = this.newEntries.length;
      this.#perform({ kind: 'elapse', ms });
      if (this.newEntries.length === before) return;
    }
  }

  /** Once the limit is exceeded, the paths of the run fail, although agents are still working. */
  #countRunningTime() {
    const { countedUntil } = this.#memo;
    if (countedUntil === null || this.#now <= countedUntil) return;
    const { elapsedMs: before, limits } = this.#run.view();
    const elapsedMs = before + this.#now - countedUntil;
    this.#memo.countedUntil = this.#now;
    this.#perform({ kind: 'reportTime', elapsedMs });
    if (elapsedMs > limits.timeout) this.#perform({ kind: 'step', idle: true });
  }

  /** Steps until it ends or waits. */
  settle() {
    while (this.#perform({ kind: 'step' }) === null);
  }

  #perform(action: JournalAction): Refusal | null {
    const done = applied(this.#run, action);
    if (!done.ok) return done.error;
    this.newEntries.push({ ...action, at: this.#now });
    if (action.kind === 'elapse') this.#memo.timedUntil = this.#now - (done.left ?? 0);
    return null;
  }

  /** The calls that can begin now; they count as called. @returns each with the request as one text */
  calls(): { request: AgentRequest; text: string }[] {
    const { agents } = this.#run.pending();
    const open = new Set(agents.map(({ id }) => id));
    this.#memo.called = this.#memo.called.filter((id) => open.has(id));
    const free = Math.max(0, this.#memo.concurrency - this.#memo.called.length);
    const ready = agents.filter(({ id }) => !this.#memo.called.includes(id)).slice(0, free);
    this.#memo.called.push(...ready.map(({ id }) => id));
    this.#memo.countedUntil = this.#memo.hasTimeout && this.#memo.called.length > 0 ? this.#now : null;
    return ready.map((request) => ({ request, text: this.#run.prompt(request.id) ?? '' }));
  }

  /** When the first timer is due or the running time is up, in milliseconds since 1970. */
  get wakeAt(): number | null {
    const ms = this.#nextTimerMs();
    const moments = ms === null ? [] : [this.#memo.timedUntil + Math.max(1, ms)];
    if (this.#memo.countedUntil !== null) {
      const { elapsedMs, limits } = this.#run.view();
      moments.push(this.#memo.countedUntil + Math.max(0, limits.timeout - elapsedMs) + 1);
    }
    return moments.length === 0 ? null : Math.min(...moments);
  }

  #nextTimerMs(): number | null {
    const { timers } = this.#run.pending({ brief: true });
    return timers.length === 0 ? null : Math.min(...timers.map(({ left }) => left));
  }
}
