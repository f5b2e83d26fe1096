// Long texts are cut where there is little room.

/** @param most characters of what is left, the ellipsis among them */
export const clip = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);
