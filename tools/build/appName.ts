import type { RemoteConfig } from '@site/shared/remote';

/**
 * The name by which an app is deployed. It does not depend on the folder that the app is in.
 *
 * @param remote what `remote.config.ts` says; absent for the shell
 */
export function appName(remote: Pick<RemoteConfig, 'name'> | undefined): string {
  return remote ? `${remote.name}-remote` : 'shell';
}
