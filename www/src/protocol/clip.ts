// Long texts are cut where there is little room.

/** @param most characters of what is left, the ellipsis among them */
export const clip = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

const MAX_PANEL_VALUE_CHARS = 200;

/** A value as JSON for a panel, cut where it is long. */
export function compact(value: unknown) {
  return clip(value === undefined ? '—' : JSON.stringify(value), MAX_PANEL_VALUE_CHARS);
}
