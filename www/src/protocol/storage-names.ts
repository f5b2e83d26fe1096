// Names of what the page stores and of what its tabs share. They contain the folder that the page is served from, so
// that two deployments on one origin have their own. `build/pictures/first.ts` reads two of them before any module.

/** @param name `settings`, `draft`, … */
export function storageName(name: string) {
  const folder = typeof location === 'undefined' ? '/' : new URL('.', location.href).pathname;
  return `tracklight:${folder}:${name}`;
}

/** The name that earlier versions used in every folder. */
export const sharedName = (name: string) => `tracklight:${name}`;

/** @returns what is stored under a name, else what an earlier version stored under its own name for it */
export const readStored = (storage: Storage, name: string) =>
  storage.getItem(storageName(name)) ?? storage.getItem(sharedName(name));
