import type { RemoteConfig } from '@site/shared/contract';

export const remote: RemoteConfig = {
  name: 'micora',
  mount: '/micora',
  paths: ['/micora', '/micora/privacy-policy', '/micora/tos', '/micora/verification', '/micora/delete'],
  requires: { contract: '^2.0.0', router: '^1.0.0' },
  forms: ['micora_delete_requests'],
  // `field` is not set, because MiCora's privacy policy does not allow reports from visitors' browsers.
};
