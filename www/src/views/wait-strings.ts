// The words of forms for answers, events and time.

export const waitWords = {
  answer: 'Submit answer',
  decline: 'Decline',
  declineTitle: 'The path continues without an answer. What you entered is passed on as the reason.',
  empty: 'Enter an answer.',
  why: 'Enter the reason, then press Decline again.',
  reason: 'Reason for declining',
  label: (query: string) => `Answer to: ${query}`,
  event: (name: string) => `Send ${name}`,
  timer: (left: string, to: string) => `Moves to ${to} in ${left}`,
};
