import type { ModuleFederationRuntimePlugin } from '@module-federation/runtime';

/** Makes pages of the development server load remotes through their manifests, which Module Federation's devtools show. */
export default function readManifests(): ModuleFederationRuntimePlugin {
  return {
    name: 'read-manifests',
    beforeRegisterRemote(args) {
      if ('entry' in args.remote) args.remote.entry = new URL('mf-manifest.json', args.remote.entry).href;
      return args;
    },
  };
}
