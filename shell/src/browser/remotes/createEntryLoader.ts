import type { ReleaseAsset } from '@site/shared/remote';
import { withTimeLimit } from './withTimeLimit';

interface TrustedScriptUrls {
  createScriptURL(url: string): string;
}

interface TrustedTypesHost {
  trustedTypes?: { createPolicy(name: string, rules: TrustedScriptUrls): TrustedScriptUrls };
}

/**
 * Makes the loader of remote entries. It loads only from the site's own builds, with integrity and with a time limit.
 *
 * @param limit how long an entry may take, milliseconds
 * @returns a function that loads one entry, and rejects if that fails or takes too long
 */
export function createEntryLoader(limit: number): (entry: ReleaseAsset) => Promise<void> {
  const allow: TrustedScriptUrls = {
    createScriptURL(url) {
      const { origin, pathname, href } = new URL(url, location.origin);
      if (origin !== location.origin || !pathname.startsWith('/assets/'))
        throw new TypeError(`${url} is not a script of this site.`);
      return href;
    },
  };
  const policy = (window as TrustedTypesHost).trustedTypes?.createPolicy('site-entry', allow) ?? allow;

  return async ({ url, integrity }) => {
    const script = document.createElement('script');
    script.src = policy.createScriptURL(url);
    // Integrity-Policy counts integrity only on requests in CORS mode.
    script.crossOrigin = 'anonymous';
    script.integrity = integrity;
    const loaded = new Promise<void>((resolve, reject) => {
      script.addEventListener('load', () => resolve());
      script.addEventListener('error', () => reject(new Error(`${url} could not be loaded.`)));
    });
    document.head.append(script);
    await withTimeLimit(loaded, limit).finally(() => script.remove());
  };
}
