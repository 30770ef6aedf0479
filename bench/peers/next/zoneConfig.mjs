import { join } from 'node:path';

/** What both zones have in common: the site's own sources, with Next's links instead of the router's. */
export const zoneConfig = {
  distDir: 'dist',
  compress: false,
  poweredByHeader: false,
  devIndicators: false,
  transpilePackages: ['@site/shared'],
  turbopack: {
    root: join(import.meta.dirname, '../../..'),
    resolveAlias: {
      '@site/shared/router': '../shared/router.jsx',
      'react-router-dom': '../shared/router.jsx',
    },
  },
};
