import type { ModuleFederationRuntimePlugin } from '@module-federation/runtime';

/** In development, makes pages load remotes through their manifests, which Module Federation's devtools read. */
export default function readManifests(): ModuleFederationRuntimePlugin {
  return {
    name: 'read-manifests',
    beforeRegisterRemote(args) {
      if ('entry' in args.remote) args.remote.entry = new URL('mf-manifest.json', args.remote.entry).href;
      return args;
    },
  };
}
