import { handlersOf } from '../../store/handlers.ts';
import { definePanel } from '../define-panel.ts';
import { ContextsController } from './controller.ts';
import { actions, initialValues } from './index.ts';
import { contextsPanel } from './panel.ts';

export const contexts = definePanel({
  id: 'contexts',
  title: 'Context',
  place: 'tabs',
  icon: 'layers',
  state: () => ({ edit: null, editAt: null, editsAside: {}, values: initialValues() }),
  actions: ({ store, engine, running, opening, save, setStartValue }) => {
    const edit = (file: string, text: string) => opening.editFile(file, text, true);
    const controller = new ContextsController({ store, engine, running, save, editFile: edit, setStartValue });
    return handlersOf(actions, (action) => controller.act(action));
  },
  view: contextsPanel,
});
