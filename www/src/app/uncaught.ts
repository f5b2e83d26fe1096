// Errors that nobody expected, as notices: each message once, however often it comes.

import type { Store } from '../store/store.ts';
import { loadStrings } from './strings.ts';

/** The engine's own notices, or the place where they happen, show these. */
const SHOWN_ELSEWHERE = /^engine-/;
/** Browsers report it as an error when a layout takes them more than one frame. */
const HARMLESS = /^ResizeObserver loop/;

/** @param page where errors arrive */
export function reportUncaught(store: Store, page: Window = window) {
  const reported: Set<string> = new Set();
  const report = (error: unknown, message: string) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (SHOWN_ELSEWHERE.test(code) || HARMLESS.test(message) || reported.has(message)) return;
    reported.add(message);
    store.notify({ kind: 'error', text: loadStrings.uncaught(message) });
  };
  page.addEventListener('error', ({ error, message, filename }) => {
    // Extensions of the browser run scripts of their own in the page.
    if (!filename || new URL(filename, location.href).origin === location.origin) report(error, message);
  });
  page.addEventListener('unhandledrejection', ({ reason }) =>
    report(reason, reason instanceof Error ? reason.message : String(reason)),
  );
}
