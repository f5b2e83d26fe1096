// Messages between the tabs of this browser about saved drafts.

import { storageName } from '../protocol/storage-names.ts';

/** A draft was saved or deleted; another tab wants to edit a draft; everything was deleted. */
export type Message = { type: 'changed'; id: string } | { type: 'want'; id: string } | { type: 'wiped' };

export interface Channel {
  post(message: Message): void;
  /** Set by whoever receives the messages of other tabs. */
  onMessage: (message: Message) => void;
}

/** Where the browser has no channels, nothing is sent. */
export function openChannel(): Channel {
  const broadcast = broadcastChannel('drafts');
  const channel: Channel = { post: (message) => broadcast?.postMessage(message), onMessage() {} };
  if (broadcast)
    broadcast.onmessage = ({ data }) => {
      if (typeof data?.type === 'string') channel.onMessage(data);
    };
  return channel;
}

/** Null where the browser has no channels, or refuses them with all other storage. */
export function broadcastChannel(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(storageName(name));
  } catch {
    return null;
  }
}
