import type { ModuleFederationRuntimePlugin } from '@module-federation/runtime';
import type { ReleaseRemote } from '@site/shared/remote';

interface TrustedScriptUrls {
  createScriptURL(url: string): string;
}

interface TrustedTypesHost {
  trustedTypes?: { createPolicy(name: string, rules: TrustedScriptUrls): TrustedScriptUrls };
}

/**
 * The Module Federation plugin that makes the script elements of remote entries: only the addresses that the
 * release names, each with its integrity, each with a time limit.
 *
 * @param limit how long an entry may take, milliseconds
 */
export function remoteScripts(remotes: ReleaseRemote[], limit: number): ModuleFederationRuntimePlugin {
  const entries = new Map(
    remotes.map(({ entry }) => [new URL(entry.url, location.origin).href, entry.integrity]),
  );
  const allow: TrustedScriptUrls = {
    createScriptURL(url) {
      if (!entries.has(url)) throw new TypeError(`${url} is no script of this release.`);
      return url;
    },
  };
  const policy = (window as TrustedTypesHost).trustedTypes?.createPolicy('site-entry', allow) ?? allow;
  return {
    name: 'remote-scripts',
    createScript({ url }) {
      const { href } = new URL(url, location.origin);
      const script = document.createElement('script');
      script.src = policy.createScriptURL(href);
      script.crossOrigin = 'anonymous';
      script.integrity = entries.get(href) ?? '';
      return { script, timeout: limit };
    },
  };
}
