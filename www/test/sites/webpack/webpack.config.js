import { fileURLToPath } from 'node:url';

export default {
  mode: 'production',
  entry: './src/main.js',
  output: { path: fileURLToPath(new URL('public', import.meta.url)) },
  module: { rules: [{ test: /\.css$/, use: ['style-loader', 'css-loader'] }] },
  performance: { hints: false },
};
