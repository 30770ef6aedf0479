import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import {
  ConsumeSharedPlugin,
  ModuleFederationPlugin,
  ProvideSharedPlugin,
} from '@module-federation/enhanced';
import type { RemoteConfig } from '@site/shared/remote';
import webpack, { type Compiler, type WebpackPluginInstance } from 'webpack';
import { sharedModules } from './sharedModules';
import { installedVersion, providedVersions, requiredVersions } from './sharedVersions';

const { resolve } = createRequire(import.meta.url);

// Otherwise the plugin looks for webpack by a call that fails, and the error takes half a second to write.
process.env.FEDERATION_WEBPACK_PATH ??= resolve('webpack');

/** What host and remotes have in common. */
const common: Partial<ConstructorParameters<typeof ModuleFederationPlugin>[0]> = {
  // The seam's types are our own (`shared/src/remote.ts`).
  dts: false,
  shareStrategy: 'loaded-first',
  virtualRuntimeEntry: true,
  experiments: { optimization: { target: 'web' } },
};

/**
 * The plugins that make an app the host, or a remote, of Module Federation.
 *
 * @param directory the app's folder
 * @param remote what `remote.config.ts` says; absent for the shell
 * @param hot whether it is built for the development server
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

/** The shell only provides: it is the one app that brings the shared modules along. */
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
    // The shell consumes nothing, so its own imports stay plain; this plugin tells the runtime what it provides.
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
      // What a manifest says of each file takes a build of the development server a sixth of its time, and the published
      // runtime would preload it without a Trusted Types policy.
      manifest: { disableAssetsAnalyze: hot },
      exposes: { './routes': { import: './src/routes.tsx', name: 'routes' } },
      shared: {
        ...Object.fromEntries(provided),
        axios: { singleton: false, requiredVersion: `^${installedVersion('axios', directory)}` },
      },
    }),
  ];
}

/**
 * What takes the place of Module Federation's published runtime in production: the part of it that this site needs. See
 * decision 6.
 */
export function slimRuntime(): Record<string, string> {
  const ofEnhanced = createRequire(resolve('@module-federation/enhanced'));
  const slim = resolve('@site/shared/federationRuntime');
  return {
    '@module-federation/runtime$': slim,
    [ofEnhanced.resolve('@module-federation/webpack-bundler-runtime/bundler')]: slim,
  };
}

/** The names of these modules hold this machine's paths; their ids, and with them the build, must not. */
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

/** webpack adds its own runtime for sharing as well, which Module Federation's then writes over. */
function dropUnusedSharing(compiler: Compiler): void {
  compiler.hooks.compilation.tap('DropUnusedSharing', ({ hooks }) => {
    hooks.runtimeModule.tap('DropUnusedSharing', (module) => {
      const isOwn = module.name === 'sharing' && module.stage === webpack.RuntimeModule.STAGE_NORMAL;
      if (isOwn) module.generate = () => '';
    });
  });
}
