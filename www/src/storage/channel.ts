// Messages between the tabs of this browser about saved documents.

/** A draft was written or removed; another tab wants to edit a draft; everything was deleted. */
export type Message = { type: 'changed'; id: string } | { type: 'want'; id: string } | { type: 'wiped' };
/** `listen` is set by who hears. */
export interface Channel {
  post(message: Message): void;
  listen: (message: Message) => void;
}

/** @returns one that says nothing where the browser has none */
export function openChannel(): Channel {
  if (typeof BroadcastChannel !== 'function') return { post() {}, listen() {} };
  const channel = new BroadcastChannel('tracklight');
  const ends = { post: (message: Message) => channel.postMessage(message), listen: (_: Message) => {} };
  channel.onmessage = ({ data }) => {
    if (typeof data?.type === 'string') ends.listen(data);
  };
  return ends;
}
