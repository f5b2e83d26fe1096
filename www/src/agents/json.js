// @ts-check
// What the agents ask of JSON values.

/** @param {import("./types.js").Json | undefined} value @returns {value is import("./types.js").JsonObject} */
export function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
