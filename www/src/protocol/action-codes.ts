// The codes of actions: the second member of an entry in a session record, in links and in files. Published codes never
// change their meaning. Their arguments are checked in `link/shape.ts`, and played by `core/replay.ts`.

export const CODE = {
  stepPath: 'p',
  /** Names an entry of the stored replies. */
  reply: 'r',
  answer: 'a',
  answerError: 'x',
  setContext: 'e',
  choose: 'h',
  force: 'f',
  cancel: 'c',
  reportTime: 'd',
  /** Proposes another source of the machine. */
  propose: 'u',
  /** Applies or rejects a proposed edit of the machine. */
  decide: 'm',
  /** Changed agent settings; in records of a session only. */
  settings: 's',
  /** Stored replies are not used from here on; in records of a session only. */
  endReplies: 'l',
} as const;

/** Codes that links and files from elsewhere must not have: they change who replies to agent calls. */
export const SESSION_CODES: readonly string[] = [CODE.settings, CODE.endReplies];
