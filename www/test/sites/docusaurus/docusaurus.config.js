import { withTracklight } from 'tracklight/docusaurus';

const config = {
  title: 'Machines',
  url: 'https://site.example',
  baseUrl: '/',
  presets: [
    [
      'classic',
      {
        docs: { routeBasePath: '/', sidebarPath: './sidebars.js' },
        theme: { customCss: './src/css/custom.css' },
      },
    ],
  ],
  themeConfig: { navbar: { title: 'Machines' } },
};

export default withTracklight(config);
