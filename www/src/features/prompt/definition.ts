import { load } from '../../load/load.ts';
import { definePanel, lateActions } from '../define-panel.ts';
import { actions, initialPrompt } from './index.ts';

export const prompt = definePanel({
  id: 'prompt',
  title: 'Prompt',
  place: 'more',
  icon: 'prompt',
  summary: 'What the agent sees, with token counts',
  state: () => ({ prompt: initialPrompt() }),
  actions: lateActions('prompt', actions, async ({ store, engine, running }) => {
    const { PromptController } = await load(() => import('./controller.ts'));
    return new PromptController({ store, engine, running });
  }),
  load: () => import('./panel.ts'),
});
