import type { RemoteConfig } from '@site/shared/contract';

export const remote: RemoteConfig = {
  name: 'studio',
  mount: '/',
  paths: ['/', '/projects', '/projects/:projectId', '/about', '/contact', '/privacy'],
  requires: { contract: '^2.0.0', router: '^1.0.0' },
  forms: ['form_submits'],
  field: true,
};
