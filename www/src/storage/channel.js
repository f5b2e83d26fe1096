// @ts-check
// What the tabs of this browser tell each other about what is kept.

/**
 * @typedef {{ type: 'changed', id: string } | { type: 'want', id: string } | { type: 'wiped' }} Message
 *   a draft was written or removed; another tab wants to edit a draft; everything was deleted
 * @typedef {{ post(message: Message): void, listen: (message: Message) => void }} Channel `listen` is set by who hears
 */

/** @returns {Channel} one that says nothing where the browser has none */
export function openChannel() {
  if (typeof BroadcastChannel !== 'function') return { post() {}, listen() {} };
  const channel = new BroadcastChannel('tracklight');
  const ends = { post: (/** @type {Message} */ message) => channel.postMessage(message), listen: (/** @type {Message} */ _) => {} };
  channel.onmessage = ({ data }) => {
    if (typeof data?.type === 'string') ends.listen(data);
  };
  return ends;
}
