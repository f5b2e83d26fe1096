import DefaultTheme from 'vitepress/theme';
import 'tracklight/style.css';

export default {
  extends: DefaultTheme,
  enhanceApp() {
    if (!import.meta.env.SSR) import('tracklight/define');
  },
};
