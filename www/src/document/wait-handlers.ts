// What the forms of questions, events and timers do in the page.

import type { WaitHandlers } from '../views/wait-forms.ts';
import type { Dispatch, State } from '../store/state.ts';

export const waitHandlers = ({ answers }: Pick<State, 'answers'>, dispatch: Dispatch): WaitHandlers => ({
  draft: (key) => answers[key],
  typed: (request, text) => dispatch({ type: 'answerText', request, text }),
  filled: (request, fields) => dispatch({ type: 'answerFields', request, fields }),
  answer: (request, ok) => dispatch({ type: 'answer', request, ok }),
  choose: (request, answer) => dispatch({ type: 'giveAnswer', request, answer }),
  send: (name) => dispatch({ type: 'sendEvent', name }),
  elapse: (ms) => dispatch({ type: 'elapse', ms }),
});
