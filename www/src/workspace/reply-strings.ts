// What is said of replies and answers that cannot be sent as they are.

export const replyWords = {
  failText: 'Failed manually',
  notJson: 'This is not a JSON object with "turns" or "error".',
  empty: 'Enter an answer.',
  why: 'Say why, then press Decline again.',
};
