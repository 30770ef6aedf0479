import type { RemoteConfig } from '@site/shared/contract';

export const remote: RemoteConfig = {
  name: 'careers',
  mount: '/careers',
  paths: ['/careers', '/careers/:positionId'],
  requires: { contract: '^2.1.0', router: '^1.0.0' },
  forms: ['applications'],
  budgets: { scripts: 60_000, styles: 20_000 },
};
