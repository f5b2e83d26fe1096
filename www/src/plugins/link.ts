// Share links as a module of their own: no core, no network.

export { LinkError, canonical, decode, encode } from '../link/codec.ts';
export type { LinkDocument, Opened } from '../link/types.ts';
