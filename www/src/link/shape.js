// @ts-check
// The form of actions and stored replies, kind by kind. What comes from outside is checked here, before anything of it
// reaches the core.

/**
 * @typedef {(value: any) => boolean} Check
 * @typedef {{ takes: Check[], form: string }} Kind `form`: what an action of it looks like
 */

/** Entries of a session record that no link, file or trace from elsewhere may bring: they change who answers. */
export const SESSION_KINDS = ["s", "l"];

/** @type {Record<string, Kind>} the documented actions, with the arguments behind tick and kind */
const KINDS = {
  p: { takes: [isText], form: '"p", path' },
  r: { takes: [isCount], form: '"r", index' },
  a: { takes: [isText, isText], form: '"a", request, text' },
  x: { takes: [isText, isText], form: '"x", request, text' },
  e: { takes: [isText, isText, isPresent], form: '"e", path, field, value' },
  h: { takes: [isText, isText], form: '"h", path, edge' },
  f: { takes: [isText, isText, (mode) => mode === "take" || mode === "skip" || mode === null], form: '"f", path, edge, "take" or "skip" or null' },
  c: { takes: [isText], form: '"c", path' },
  d: { takes: [isCount], form: '"d", milliseconds' },
  m: { takes: [isText, isFlag], form: '"m", edit, true or false' },
};

/**
 * What is wrong with the actions of a document; null where nothing is. A kind of a later version is left to the replay,
 * which stops there and says so.
 * @param {unknown} t
 * @param {(kind: string) => boolean} [own] kinds that are allowed beside the documented ones
 * @returns {string | null}
 */
export function actionsProblem(t, own = () => false) {
  if (!Array.isArray(t)) return "member `t` must be a list";
  let before = 0;
  for (const [i, entry] of t.entries()) {
    const at = `member \`t\`, action ${i + 1}`;
    if (!Array.isArray(entry) || !isCount(entry[0]) || !isText(entry[1])) return `${at} must be a list that begins with a tick and a kind`;
    const [tick, kind, ...rest] = entry;
    if (tick < before) return `${at} has an earlier tick than the one before`;
    before = tick;
    if (own(kind)) continue;
    if (SESSION_KINDS.includes(kind)) return `${at}: links cannot change agent settings (\`${kind}\`)`;
    const known = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined;
    if (known !== undefined && !known.takes.every((fits, n) => fits(rest[n]))) return `${at} must be [tick, ${known.form}]`;
  }
  return null;
}

/** @param {any} stored a reply `[path, node, digest, reply]`, or an answer `[path, request, answer]` */
export function isStored(stored) {
  if (!Array.isArray(stored) || !stored.slice(0, 2).every(isText)) return false;
  if (stored.length === 3) return isText(stored[2]) || (isObject(stored[2]) && isText(stored[2].error));
  return stored.length === 4 && isText(stored[2]) && isReply(stored[3]);
}

/** @param {any} reply */
function isReply(reply) {
  if (!isObject(reply)) return false;
  const { turns, final, error } = reply;
  if (error !== undefined) return isObject(error) && isText(error.message) && isMaybe(error.code, isText) && isMaybe(error.retryable, isFlag);
  return Array.isArray(turns) && turns.every(isTurn) && isMaybe(final, isFlag);
}

/** @param {any} turn */
function isTurn(turn) {
  if (!isObject(turn)) return false;
  const { text, calls } = turn;
  return isMaybe(text, isText) && isMaybe(calls, (list) => Array.isArray(list) && list.every((call) => isObject(call) && isText(call.name)));
}

/** @param {any} value @param {Check} fits */
function isMaybe(value, fits) {
  return value === undefined || fits(value);
}

/** @param {any} value */
function isPresent(value) {
  return value !== undefined;
}

/** @param {any} value */
export function isText(value) {
  return typeof value === "string";
}

/** @param {any} value */
export function isFlag(value) {
  return typeof value === "boolean";
}

/** @param {any} value */
export function isCount(value) {
  return Number.isSafeInteger(value) && value >= 0;
}

/** @param {any} value @returns {value is { [key: string]: any }} */
export function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
