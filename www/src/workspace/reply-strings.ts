// What is said of replies and answers that cannot be sent as they are.

export const replyWords = {
  failText: 'Failed manually',
  notJson: 'The reply must be a JSON object with "turns" or "error".',
  empty: 'Enter an answer.',
  why: 'Enter the reason, then press Decline again.',
};
