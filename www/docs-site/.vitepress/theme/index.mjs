// VitePress's own theme with machines that run, the colors of their drawings and a way back to the playground.

import DefaultTheme from 'vitepress/theme';
import { h } from 'vue';
import 'tracklight/style.css';
import './style.css';

const playground = () => h('a', { class: 'to-playground', href: '../', target: '_self' }, 'Playground');

export default {
  extends: DefaultTheme,
  Layout: () =>
    h(DefaultTheme.Layout, null, { 'nav-bar-content-before': playground, 'nav-screen-content-before': playground }),
  enhanceApp() {
    if (!import.meta.env.SSR) import('tracklight/define');
  },
};
