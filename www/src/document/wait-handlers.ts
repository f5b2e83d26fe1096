// What the forms of questions, events and timers do in the page.

import type { WaitHandlers } from '../views/wait-forms.ts';
import { focusWhenLost } from '../ui/focus-later.ts';
import type { Action, Dispatch, State } from '../store/state.ts';

/** What is next to be given, else what goes on. */
const NEXT = ['#panel .card h3[tabindex]', '[data-control="step"]'];

export const waitHandlers = ({ answers }: Pick<State, 'answers'>, dispatch: Dispatch): WaitHandlers => {
  const give = (action: Action) => {
    dispatch(action);
    focusWhenLost(...NEXT);
  };
  return {
    draft: (key) => answers[key],
    typed: (request, text) => dispatch({ type: 'answerText', request, text }),
    filled: (request, fields) => dispatch({ type: 'answerFields', request, fields }),
    answer: (request, ok) => give({ type: 'answer', request, ok }),
    choose: (request, answer) => give({ type: 'giveAnswer', request, answer }),
    send: (name) => give({ type: 'sendEvent', name }),
    elapse: (ms) => give({ type: 'elapse', ms }),
  };
};
