import type { ModuleFederationRuntimePlugin } from '@module-federation/runtime';

/**
 * For the development server: remotes are found by their manifests, from which Module Federation's browser devtools
 * know what they are made of.
 */
export default function readManifests(): ModuleFederationRuntimePlugin {
  return {
    name: 'read-manifests',
    beforeRegisterRemote(args) {
      if ('entry' in args.remote) args.remote.entry = new URL('mf-manifest.json', args.remote.entry).href;
      return args;
    },
  };
}
