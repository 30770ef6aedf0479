import type { ReleaseAsset } from '@site/shared/contract';
import { withTimeLimit } from './withTimeLimit';

interface ScriptUrls {
  createScriptURL: (url: string) => string;
}

/** A Trusted Types policy that allows only scripts from the site's own builds. */
const builds: ScriptUrls = {
  createScriptURL(url) {
    const { origin, pathname, href } = new URL(url, location.origin);
    if (origin !== location.origin || !pathname.startsWith('/assets/'))
      throw new TypeError(`${url} is not a script of this site.`);
    return href;
  },
};
const { trustedTypes } = window as {
  trustedTypes?: { createPolicy: (name: string, rules: ScriptUrls) => ScriptUrls };
};
const policy = trustedTypes?.createPolicy('site-entry', builds) ?? builds;

/**
 * Loads a remote's entry, or another script from a build. The browser checks the script's integrity.
 *
 * @param limit the time limit for loading, in milliseconds
 * @throws Error if loading fails or exceeds the time limit, or if the script is not from one of the site's own builds
 */
export async function loadEntry({ url, integrity }: ReleaseAsset, limit: number): Promise<void> {
  const script = document.createElement('script');
  script.src = policy.createScriptURL(url);
  // `Integrity-Policy` allows a script only if it has `integrity` and is requested in CORS mode.
  script.crossOrigin = 'anonymous';
  script.integrity = integrity;
  const loaded = new Promise<void>((resolve, reject) => {
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new Error(`${url} could not be loaded.`)));
  });
  document.head.append(script);
  await withTimeLimit(loaded, limit).finally(() => script.remove());
}
