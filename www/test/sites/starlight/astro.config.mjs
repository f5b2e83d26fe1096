import { defineConfig } from 'astro/config';
import starlight from '@astrojs/starlight';
import tracklight from 'tracklight/astro';

export default defineConfig({
  integrations: [starlight({ title: 'Machines' }), tracklight()],
});
