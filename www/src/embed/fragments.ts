// Slides of reveal.js: a fragment with `data-fragment-step` moves the machine of its slide to that step when it shows,
// and back when it is hidden. reveal.js tells of both by events that bubble.

import type { TracklightMachine } from './element.ts';

export function watchFragments(root: Document) {
  for (const type of ['fragmentshown', 'fragmenthidden']) {
    root.addEventListener(type, (event) => {
      const { fragment, fragments } = event as Event & { fragment?: Element; fragments?: Element[] };
      for (const element of fragments ?? (fragment ? [fragment] : [])) follow(element);
    });
  }
}

/** The last move of each machine: fragments may be shown faster than it moves. */
const moves = new WeakMap<TracklightMachine, Promise<void>>();

function follow(fragment: Element) {
  const slide = fragment.closest('section');
  if (!slide || stepOf(fragment) === null) return;
  const machine = slide.querySelector<TracklightMachine>('tracklight-machine');
  if (!machine) return;
  const shown = [...slide.querySelectorAll('.fragment.visible')].map((element) => stepOf(element) ?? 0);
  const step = Math.max(Number(machine.getAttribute('tick') ?? 0), ...shown);
  moves.set(
    machine,
    Promise.resolve(moves.get(machine)).then(() => moveTo(machine, step)),
  );
}

/** @returns null where a fragment names no step */
function stepOf(fragment: Element): number | null {
  const text = fragment.getAttribute('data-fragment-step') ?? '';
  return /^\d+$/.test(text) ? Number(text) : null;
}

async function moveTo(machine: TracklightMachine, step: number) {
  try {
    const { tick } = await machine.getView();
    await (step > tick ? machine.step(step - tick) : machine.goTo(step));
  } catch (error) {
    // A slide stays where it is: the element itself shows what is wrong with it.
    console.info('tracklight: a fragment could not move the machine of its slide', error);
  }
}
