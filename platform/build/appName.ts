import type { RemoteConfig } from '@site/shared/contract';

/**
 * The name under which an app is deployed. It does not depend on the app's folder.
 *
 * @param remote the remote's configuration; absent for the shell
 */
export function appName(remote: Pick<RemoteConfig, 'name'> | undefined): string {
  return remote ? `${remote.name}-remote` : 'shell';
}
