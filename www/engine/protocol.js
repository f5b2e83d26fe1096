// @ts-check
// What goes over the wire between page and core worker. Every message is checked by shape on arrival; handles of the
// core never cross.

/**
 * @typedef {{ id: number, call: CallName, args: unknown[] }} Request page to worker
 * @typedef {{ call: "pause" }} Pause page to worker, never answered
 * @typedef {{ ready: true } | { failed: string }} Boot worker to page, once
 * @typedef {{ re: number, value: unknown }} Value
 * @typedef {{ re: number, error: { code: string, message: string, fatal: boolean } }} Failure `fatal`: the worker must be replaced
 * @typedef {{ re: number, progress: unknown }} Progress null is a bare sign of life
 * @typedef {Boot | Value | Failure | Progress} Report
 * @typedef {typeof NEWEST[number] | typeof LOOKING[number] | typeof ACTING[number]} CallName
 */

/** Only the newest waiting call of each of these names is worth its work; older ones are answered null. */
export const NEWEST = /** @type {const} */ (["edit", "tokens", "file", "complete", "hover", "link"]);
/** These change no run. */
export const LOOKING = /** @type {const} */ (["version", "draw", "look", "definition", "references", "fixes", "format", "renameFile", "diff", "export", "inspect", "evaluate", "branchEntries", "prompt", "fields", "check", "graph", "projection", "agents", "describe"]);
/** These may change the run or its cursor. */
export const ACTING = /** @type {const} */ ([
  "start", "step", "reply", "answer", "choose", "setContext", "cancel", "back", "goTo", "settings", "run", "restore",
  "stepPath", "force", "decide", "fork", "renameBranch", "deleteBranch", "checkpoint", "toCheckpoint", "resume", "playRecording", "graphEdit",
]);

const NAMES = new Set(/** @type {string[]} */ ([...NEWEST, ...LOOKING, ...ACTING]));

/** @param {string} call */
export function isNewestOnly(call) {
  return /** @type {readonly string[]} */ (NEWEST).includes(call);
}

/** @param {unknown} data @returns {data is Request} */
export function isRequest(data) {
  return isRecord(data) && isId(data.id) && typeof data.call === "string" && NAMES.has(data.call) && Array.isArray(data.args);
}

/** @param {unknown} data @returns {data is Pause} */
export function isPause(data) {
  return isRecord(data) && data.call === "pause" && !("id" in data);
}

/** @param {unknown} data @returns {data is Report} */
export function isReport(data) {
  if (!isRecord(data)) return false;
  if ("ready" in data) return data.ready === true;
  if ("failed" in data) return typeof data.failed === "string";
  if (!isId(data.re)) return false;
  if ("progress" in data || "value" in data) return true;
  const { error } = data;
  return isRecord(error) && typeof error.code === "string" && typeof error.message === "string" && typeof error.fatal === "boolean";
}

/** @param {unknown} value */
function isId(value) {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0;
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
function isRecord(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
