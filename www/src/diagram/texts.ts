/** What of a drawing is laid out, in order. */
export const textsOf = ({ dot, rail }: { dot: string; rail: string | null }) => (rail === null ? [dot] : [dot, rail]);
