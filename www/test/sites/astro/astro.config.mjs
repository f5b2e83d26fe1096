import { defineConfig } from 'astro/config';
import mdx from '@astrojs/mdx';
import tracklight from 'tracklight/astro';

export default defineConfig({
  integrations: [mdx(), tracklight()],
});
