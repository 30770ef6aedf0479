import type { RemoteConfig } from '@site/shared/contract';

/**
 * Returns the name under which an app is deployed. The name does not depend on the app's folder.
 *
 * @param remote the remote's configuration; absent for the shell
 */
export function appName(remote: Pick<RemoteConfig, 'name'> | undefined): string {
  return remote ? `${remote.name}-remote` : 'shell';
}
