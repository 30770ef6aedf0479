import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import {
  ConsumeSharedPlugin,
  ModuleFederationPlugin,
  ProvideSharedPlugin,
} from '@module-federation/enhanced';
import type { RemoteConfig } from '@site/shared/contract';
import webpack, { type Compiler, type WebpackPluginInstance } from 'webpack';
import { sharedModules } from './sharedModules';
import { installedVersion, providedVersions, requiredVersions } from './sharedVersions';

const { resolve } = createRequire(import.meta.url);

// Without this variable, the plugin would search for webpack itself. The search would take half a second and fail.
process.env.FEDERATION_WEBPACK_PATH ??= resolve('webpack');

const common: Partial<ConstructorParameters<typeof ModuleFederationPlugin>[0]> = {
  // The plugin need not generate types, because `shared/src/contract.ts` declares the types of remotes.
  dts: false,
  shareStrategy: 'loaded-first',
  virtualRuntimeEntry: true,
  experiments: { optimization: { target: 'web' } },
};

/**
 * Returns the webpack plugins that make an app a Module Federation host or remote.
 *
 * @param directory the app's folder
 * @param remote the remote's configuration; absent for the shell
 * @param hot whether the app is built for the development server
 */
export function federationPlugins(
  directory: string,
  remote: RemoteConfig | undefined,
  hot: boolean,
): WebpackPluginInstance[] {
  return [
    ...(remote ? remotePlugins(directory, remote, hot) : hostPlugins(directory, hot)),
    { apply: nameModules },
    { apply: dropUnusedSharing },
  ];
}

function hostPlugins(directory: string, hot: boolean): WebpackPluginInstance[] {
  const versions = providedVersions(directory);
  const provides = sharedModules.map((name) => {
    const version = versions[name] ?? false;
    return [name, { shareKey: name, version, eager: true, singleton: true }] as const;
  });
  return [
    new ModuleFederationPlugin({
      ...common,
      name: 'shell',
      manifest: false,
      runtimePlugins: hot ? [fileURLToPath(new URL('../dev/client/readManifests.ts', import.meta.url))] : [],
    }),
    new ProvideSharedPlugin({ provides: Object.fromEntries(provides) }),
    // The shell consumes no shared modules, but this plugin also registers the provided modules with the runtime.
    new ConsumeSharedPlugin({ consumes: {} }),
  ];
}

function remotePlugins(directory: string, remote: RemoteConfig, hot: boolean): WebpackPluginInstance[] {
  const ranges = requiredVersions(directory, remote);
  const provided = sharedModules.map(
    (name) =>
      [name, { singleton: true, import: false as const, requiredVersion: ranges[name] ?? '*' }] as const,
  );
  return [
    new ModuleFederationPlugin({
      ...common,
      name: remote.name,
      filename: 'remoteEntry.js',
      // In development, the manifest lists no files. Listing them would take a sixth of the build time. The runtime would
      // also preload them, which would violate Trusted Types.
      manifest: { disableAssetsAnalyze: hot },
      exposes: { './routes': { import: './src/routes.tsx', name: 'routes' } },
      shared: {
        ...Object.fromEntries(provided),
        axios: { singleton: false, requiredVersion: `^${installedVersion('axios', directory)}` },
      },
    }),
  ];
}

/** Returns aliases that make production builds use a smaller runtime for Module Federation (see decision 6). */
export function slimRuntime(): Record<string, string> {
  const ofEnhanced = createRequire(resolve('@module-federation/enhanced'));
  const slim = resolve('@site/shared/federationRuntime');
  return {
    '@module-federation/runtime$': slim,
    [ofEnhanced.resolve('@module-federation/webpack-bundler-runtime/bundler')]: slim,
  };
}

/** Gives modules fixed ids. The default ids contain absolute paths, which would make builds differ between machines. */
function nameModules(compiler: Compiler): void {
  compiler.hooks.compilation.tap('NameModules', ({ hooks, chunkGraph }) => {
    hooks.beforeModuleIds.tap('NameModules', (modules) => {
      for (const module of modules) {
        const identifier = module.identifier();
        if (identifier.includes('data:text/javascript')) {
          chunkGraph.setModuleId(module, module.nameForCondition() === null ? 'container' : 'federation');
        } else if (module.type === 'provide-module') {
          const [withoutPath = ''] = identifier.split(' = ');
          chunkGraph.setModuleId(module, withoutPath);
        }
      }
    });
  });
}

/** Drops webpack's own sharing runtime, because Module Federation's runtime overwrites it anyway. */
function dropUnusedSharing(compiler: Compiler): void {
  compiler.hooks.compilation.tap('DropUnusedSharing', ({ hooks }) => {
    hooks.runtimeModule.tap('DropUnusedSharing', (module) => {
      const isOwn = module.name === 'sharing' && module.stage === webpack.RuntimeModule.STAGE_NORMAL;
      if (isOwn) module.generate = () => '';
    });
  });
}
