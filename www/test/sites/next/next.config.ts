import type { NextConfig } from 'next';

const config: NextConfig = { output: 'export', trailingSlash: true, devIndicators: false };

export default config;
