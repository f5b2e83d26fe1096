// @ts-check
// Keys of the whole page. Single keys are not among them, so that typing is never taken away.

/** @typedef {'run' | 'step' | 'back' | 'forward' | 'share' | 'format' | 'stop' | 'keepVersion'} Command */

/**
 * The command of a key press, or null.
 * @param {{ key: string, code?: string, altKey: boolean, ctrlKey: boolean, metaKey: boolean, shiftKey: boolean }} event
 * @returns {Command | null}
 */
export function commandOf(event) {
  const mod = event.ctrlKey || event.metaKey;
  const plain = !mod && !event.altKey && !event.shiftKey;
  if ((event.key === 'F8' && plain) || (event.key === 'Enter' && mod && !event.altKey)) return 'run';
  if ((event.key === 'F10' && plain) || (event.key === 'PageDown' && event.altKey && !mod)) return 'step';
  if (event.key === 'PageUp' && event.altKey && !mod) return event.shiftKey ? 'forward' : 'back';
  if (event.key === 'F9' && plain) return 'stop';
  if (event.key.toLowerCase() === 's' && mod && !event.altKey) return event.shiftKey ? 'share' : 'keepVersion';
  // With Alt a key may give another letter, so the key itself counts.
  const f = event.key.toLowerCase() === 'f' || event.code === 'KeyF';
  if (f && event.shiftKey && mod !== event.altKey) return 'format';
  return null;
}
