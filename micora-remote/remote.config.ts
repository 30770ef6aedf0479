import type { RemoteConfig } from '@site/shared/remote';
import { deletionForm } from './src/api/calls';

export const remote: RemoteConfig = {
  name: 'micora',
  mount: '/micora',
  paths: ['/micora', '/micora/privacy-policy', '/micora/tos', '/micora/verification', '/micora/delete'],
  requires: { contract: '^1.0.0', router: '^1.0.0' },
  calls: [deletionForm],
};
