import { createInstance, type ModuleFederationRuntimePlugin } from '@module-federation/runtime';
import * as router from '@site/shared/router';
import type { RemoteModule } from '@site/shared/remote';
import * as React from 'react';
import * as ReactDOM from 'react-dom';
import { createRoot } from 'react-dom/client';
import * as jsxRuntime from 'react/jsx-runtime';
import { RouterProvider, createBrowserRouter } from 'react-router-dom';

// A site of somebody else's, made of the published runtime alone: it shows both remotes in its own way.

interface ScriptUrls {
  createScriptURL: (url: string) => string;
}
declare const trustedTypes: { createPolicy: (name: string, rules: ScriptUrls) => ScriptUrls };

const { site = '' } = document.documentElement.dataset;
const integrity = new Map<string, string>();
const policy = trustedTypes.createPolicy('foreign-host', {
  createScriptURL(url) {
    if (!integrity.has(url)) throw new TypeError(`${url} is in no manifest.`);
    return url;
  },
});

/** Asks for each script with the integrity that its remote's manifest names. */
const checkIntegrity: ModuleFederationRuntimePlugin = {
  name: 'check-integrity',
  async fetch(manifest, options) {
    const answer = await fetch(manifest, options);
    const { integrity: files } = (await answer.clone().json()) as { integrity: Record<string, string> };
    for (const [file, hash] of Object.entries(files)) integrity.set(new URL(file, manifest).href, hash);
    return answer;
  },
  createScript({ url }) {
    const { href } = new URL(url);
    const script = document.createElement('script');
    script.src = policy.createScriptURL(href);
    script.integrity = integrity.get(href) ?? '';
    script.crossOrigin = 'anonymous';
    return script;
  },
  // Its preloads would come without either.
  beforePreloadRemote({ preloadOps }) {
    preloadOps.length = 0;
  },
};

const singleton = (version: string, module: unknown) => ({
  version,
  lib: () => module,
  shareConfig: { singleton: true, requiredVersion: `^${version}` },
});
const host = createInstance({
  name: 'foreign',
  remotes: ['studio', 'micora'].map((name) => ({ name, entry: `${site}/remotes/${name}/mf-manifest.json` })),
  shared: {
    react: singleton(React.version, React),
    'react/jsx-runtime': singleton(React.version, jsxRuntime),
    'react-dom': singleton(ReactDOM.version, ReactDOM),
    '@site/shared/router': singleton('1.0.0', router),
  },
  plugins: [checkIntegrity],
});

const root = createRoot(document.getElementById('root') ?? document.body);
Promise.all(['studio', 'micora'].map((name) => host.loadRemote<RemoteModule>(`${name}/routes`)))
  .then((remotes) => {
    const children = remotes.flatMap((remote) => remote?.routes ?? []);
    const router = createBrowserRouter([{ path: '/', HydrateFallback: () => null, children }]);
    root.render(<RouterProvider router={router} />);
  })
  .catch((error: unknown) => {
    root.render(<p role="alert">The remotes cannot be loaded: {String(error)}</p>);
  });
