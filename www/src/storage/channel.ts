// Messages between the tabs of this browser about saved documents.

import { storageName } from '../protocol/storage-names.ts';

/** A draft was written or removed; another tab wants to edit a draft; everything was deleted. */
export type Message = { type: 'changed'; id: string } | { type: 'want'; id: string } | { type: 'wiped' };
/** `listen` is set by who hears. */
export interface Channel {
  post(message: Message): void;
  listen: (message: Message) => void;
}

/** @returns one that says nothing where the browser has none */
export function openChannel(): Channel {
  const channel = broadcastChannel('drafts');
  if (!channel) return { post() {}, listen() {} };
  const ends = { post: (message: Message) => channel.postMessage(message), listen: (_: Message) => {} };
  channel.onmessage = ({ data }) => {
    if (typeof data?.type === 'string') ends.listen(data);
  };
  return ends;
}

/** @returns null where the browser has none, or refuses it with all other storage */
export function broadcastChannel(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(storageName(name));
  } catch {
    return null;
  }
}
