// What a path waits for from outside: events and time, and what a person can give at once.

import { answerChoices } from './answer-choices.ts';
import { durationWords } from './durations.ts';
import { code, say, type Part } from './parts.ts';
import type { AwaitedEvent, Snapshot, Timer } from '../protocol/types.ts';
import type { Help, Offer } from './types.ts';

type View = Pick<Snapshot['view'], 'pending'>;

/** The events that a path awaits, or all live ones, each name once. */
export function awaitedEvents({ pending }: View, path?: string): AwaitedEvent[] {
  const found = new Map<string, AwaitedEvent>();
  for (const event of pending.events ?? [])
    if ((path === undefined || event.path === path) && !found.has(event.name)) found.set(event.name, event);
  return [...found.values()];
}

/** The timers of a path, or of all, the first that is due at the front. */
export const runningTimers = ({ pending }: View, path?: string): Timer[] =>
  (pending.timers ?? []).filter((timer) => path === undefined || timer.path === path).sort((a, b) => a.due - b.due);

/** "`paid`, or 5 d": what a path waits for. */
export function awaitedWords(view: View, path: string): Part[] {
  const names = awaitedEvents(view, path).flatMap(({ name }, i) => [...(i > 0 ? [{ text: ' or ' }] : []), code(name)]);
  const [timer] = runningTimers(view, path);
  if (timer === undefined) return names;
  const time = durationWords(timer.left);
  return names.length === 0 ? [{ text: time }] : say`${names}, or ${time}`;
}

/** Whether an event takes data that a form can ask for. */
export const takesData = ({ schema }: Pick<AwaitedEvent, 'schema'>) =>
  schema !== null && Object.keys(schema.properties ?? {}).length > 0;

/** What helps a path that waits for events and time: sending each event, and letting time pass. */
export function waitOffers(view: View, path: string): Offer[] {
  const [timer] = runningTimers(view, path);
  return [
    ...awaitedEvents(view, path).map((event): Offer => {
      const help: Help = { do: 'send', name: event.name };
      return takesData(event)
        ? { label: sendWords.form(event.name), help }
        : { label: sendWords.now(event.name), help };
    }),
    ...(timer === undefined ? [] : [skipOffer(timer)]),
  ];
}

/** Lets time pass up to a timer. One that is due already fires as soon as any time passes. */
export const skipOffer = ({ left }: Timer): Offer => ({
  label: sendWords.skip(left),
  help: { do: 'elapse', ms: Math.max(1, left) },
});

export const sendWords = {
  form: (name: string) => `Send ${name}…`,
  now: (name: string) => `Send ${name}`,
  skip: (ms: number) => (ms > 0 ? `Skip ${durationWords(ms)}` : 'Skip'),
};

/** What answers a question: a button for each of few choices, else its form. */
export function answerOffers(question: Snapshot['pending']['requests'][number]): Offer[] {
  const open: Offer = {
    label: question.form === null ? 'Answer' : 'Answer…',
    help: { do: 'answer', request: question.id },
  };
  const { choices, isWhole } = answerChoices(question);
  const buttons = choices.map(
    ({ label, answer }): Offer => ({ label, help: { do: 'giveAnswer', request: question.id, answer } }),
  );
  return buttons.length === 0 || !isWhole ? [...buttons, open] : buttons;
}
