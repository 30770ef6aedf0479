import { createInstance } from '@module-federation/runtime';
import * as React from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as ReactDOM from 'react-dom';
import { createRoot } from 'react-dom/client';
import {
  createBrowserRouter,
  Link,
  RouterProvider,
  useLoaderData,
  useLocation,
  useNavigate,
  useParams,
} from 'react-router-dom';

const SITE = 'https://www.example.com';

const REMOTES = ['studio', 'micora'];
/** The version of the router facade that the remotes get. */
const ROUTER_VERSION = '1.0.0';

/** The integrity hash of each script that a manifest lists, by the script's address. */
const integrity = new Map();

/** Allows only scripts that a manifest lists, so that the page can require Trusted Types. */
const policy = globalThis.trustedTypes?.createPolicy('foreign-host', { createScriptURL: expectKnown });

function expectKnown(url) {
  if (!integrity.has(url)) throw new TypeError(`${url} is in no manifest.`);
  return url;
}

const withIntegrity = {
  name: 'with-integrity',
  async fetch(manifest, options) {
    const answer = await fetch(manifest, options);
    const { integrity: files } = await answer.clone().json();
    for (const [file, hash] of Object.entries(files)) integrity.set(new URL(file, manifest).href, hash);
    return answer;
  },
  createScript({ url }) {
    const { href } = new URL(url);
    const script = document.createElement('script');
    script.src = policy ? policy.createScriptURL(href) : expectKnown(href);
    script.integrity = integrity.get(href);
    script.crossOrigin = 'anonymous';
    return script;
  },
  // Prevents preloads, because they would have no integrity hash.
  beforePreloadRemote({ preloadOps }) {
    preloadOps.length = 0;
  },
};

const singleton = (version, module) => ({
  version,
  lib: () => module,
  shareConfig: { singleton: true, requiredVersion: `^${version}` },
});

const host = createInstance({
  name: 'foreign',
  remotes: REMOTES.map((name) => ({ name, entry: `${SITE}/remotes/${name}/mf-manifest.json` })),
  shared: {
    react: singleton(React.version, React),
    'react/jsx-runtime': singleton(React.version, jsxRuntime),
    'react-dom': singleton(ReactDOM.version, ReactDOM),
    // The part of React Router that remotes use.
    '@site/shared/router': singleton(ROUTER_VERSION, {
      Link,
      useLoaderData,
      useLocation,
      useNavigate,
      useParams,
    }),
  },
  plugins: [withIntegrity],
});

const root = createRoot(document.getElementById('root'));
Promise.all(REMOTES.map((name) => host.loadRemote(`${name}/routes`)))
  .then((remotes) => {
    const children = remotes.flatMap(({ routes }) => routes);
    const router = createBrowserRouter([{ path: '/', HydrateFallback: () => null, children }]);
    root.render(React.createElement(RouterProvider, { router }));
  })
  .catch((error) => {
    const message = `The remotes cannot be loaded: ${error}`;
    root.render(React.createElement('p', { role: 'alert' }, message));
  });
