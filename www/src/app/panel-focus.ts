// Where the focus goes when a panel beside the strip closes: back to what had it before.

import { isShown } from '../ui/regions.ts';
import type { PanelId } from '../store/state.ts';

let opener: WeakRef<HTMLElement> | null = null;

/** The focus has come into the column of the panel, or moved in it. */
export function rememberOpener({ currentTarget: column, relatedTarget: from }: FocusEvent) {
  if (from instanceof Node && (column as Element).contains(from)) return;
  opener = from instanceof HTMLElement ? new WeakRef(from) : null;
}

/** Moves the focus out of the column, if it is there. */
export function focusOpener(panel: PanelId) {
  if (!document.activeElement?.closest('.panel-column')) return;
  const before = opener?.deref();
  const button = document.querySelector<HTMLElement>(`#panel-button-${panel}`);
  (before?.isConnected && isShown(before) ? before : button)?.focus();
}
