import { resolve } from 'node:path';
import webpack, { type Compiler } from 'webpack';
import { ROUTER } from './federationPlugins';

const ROUTER_FILE = resolve(import.meta.dirname, '../../shared/src/router.ts');

/**
 * Reads from the server compilation which exports of the router facade the shell has, or a remote uses, so that
 * deployment can tell whether they fit.
 */
export function collectRouterExports(compiler: Compiler, names: Set<string>): void {
  compiler.hooks.compilation.tap('CollectRouterExports', ({ hooks, moduleGraph }) => {
    // Before modules are joined, which moves imports about.
    hooks.finishModules.tap({ name: 'CollectRouterExports', stage: 1000 }, (modules) => {
      for (const module of modules) {
        if (module instanceof webpack.ExternalModule && module.userRequest === ROUTER) {
          for (const { dependency } of moduleGraph.getIncomingConnections(module)) {
            const imported = (dependency as { ids?: string[] } | null)?.ids?.[0];
            if (imported) names.add(imported);
          }
        } else if (module.nameForCondition() === ROUTER_FILE) {
          const provided = moduleGraph.getExportsInfo(module).getProvidedExports();
          if (Array.isArray(provided)) for (const name of provided) names.add(name);
        }
      }
    });
  });
}
