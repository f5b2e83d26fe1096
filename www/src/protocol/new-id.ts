/** A random id. `crypto.randomUUID` exists in secure contexts only, which a page on plain http is not. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
