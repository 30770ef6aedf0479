import type { RemoteConfig } from '@site/shared/remote';

export const remote: RemoteConfig = {
  name: 'studio',
  mount: '/',
  paths: ['/', '/projects', '/projects/:projectId', '/about', '/contact', '/privacy'],
};
