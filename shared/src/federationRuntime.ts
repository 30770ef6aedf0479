/**
 * The version of Module Federation that this file was written for. This file is a slim runtime. It implements only the parts
 * of the published runtime that this site uses: the share scope, containers and consumed modules. Production builds use the
 * slim runtime, because it makes every page 38 kB smaller (decision 6). It replaces two packages:
 *
 * - `@module-federation/runtime`. The shell imports its functions `init`, `registerRemotes` and `loadRemote`.
 * - `@module-federation/webpack-bundler-runtime`. The code that the build plugin generates imports its default export, which
 *   has three functions: `init` starts an app, `initContainerEntry` passes the page's share scope to a remote, and
 *   `consumes` loads the shared modules that a chunk needs.
 *
 * Both runtimes use the same formats for containers and share scopes, so apps with either runtime work together. The
 * generated code is internal to the plugin, and may change with every version. Read it before you change `MADE_FOR`.
 */
export const MADE_FOR = '2.9.2';

type Factory = () => unknown;

interface Offer {
  get: () => Factory | Promise<Factory>;
  from: string;
  /** Absent until the module's factory has been loaded. */
  lib?: Factory;
  loaded?: boolean;
}

type ShareScope = Record<string, Record<string, Offer>>;

interface Container {
  init(shareScope: ShareScope, initScope: object[]): unknown;
  get(exposed: string): Promise<Factory>;
}

interface Remote {
  name: string;
  entry: string;
}

interface InitOptions {
  name: string;
  remotes: Remote[];
  /** Only the first plugin is used. It loads the remotes' entries. */
  plugins: { name: string; loadEntry: (args: { remoteInfo: Remote }) => Promise<Container> }[];
}

interface Consumption {
  shareKey: string;
  singleton: boolean;
  requiredVersion: string;
  /** Loads the module's factory from this app's own copy. If the app has no copy, calling the factory throws an error. */
  fallback: () => Factory | Promise<Factory>;
}

type ModuleId = string | number;

/** The build plugin adds `federation` and `consumesLoadingData` to `__webpack_require__`. */
interface WebpackRequire {
  m: Record<ModuleId, (module: { exports: unknown }) => void>;
  federation: { initOptions: { name: string; shared?: Record<string, (Offer & { version: string })[]> } };
  consumesLoadingData: { moduleIdToConsumeDataMapping: Record<ModuleId, Consumption> };
}

interface ConsumesOptions {
  chunkId: ModuleId;
  chunkMapping: Record<ModuleId, ModuleId[]>;
  /**
   * The state of each module, by id: undefined if loading has not started or has failed, a promise during loading, and 0
   * afterwards.
   */
  installedModules: Record<ModuleId, Promise<void> | 0 | undefined>;
  promises: (Promise<void> | 0)[];
  webpackRequire: WebpackRequire;
}

/** Whether this app exposes modules, i.e. is a remote. The build plugin defines this constant. */
declare const FEDERATION_HAS_EXPOSES: boolean;

let scope: ShareScope = {};
let host: InitOptions | undefined;

/** Stores the options that `registerRemotes` and `loadRemote` use. */
export function init(options: InitOptions): void {
  host = options;
}

/** Registers remotes, so that `loadRemote` can load their modules. `init` must be called first. */
export function registerRemotes(remotes: Remote[]): void {
  host?.remotes.push(...remotes);
}

/**
 * Loads a module that a remote exposes. After a failure, the caller can try again.
 *
 * @param id `<remote name>/<exposed name>`, e.g. `studio/routes`
 * @throws Error if the remote is not registered, or if its entry or the module cannot be loaded
 */
export async function loadRemote<Module>(id: string): Promise<Module | undefined> {
  const [name, exposed] = id.split('/');
  const remoteInfo = host?.remotes.find((remote) => remote.name === name);
  if (!remoteInfo) throw new Error(`There is no remote ${name}.`);
  const container = await host?.plugins[0]?.loadEntry({ remoteInfo });
  await container?.init(scope, []);
  const factory = await container?.get(`./${exposed}`);
  return factory?.() as Module | undefined;
}

function offerTo(target: ShareScope, { federation }: WebpackRequire): void {
  scope = target;
  const { name: from, shared = {} } = federation.initOptions;
  for (const [name, offers] of Object.entries(shared)) {
    const versions = (scope[name] ??= {});
    for (const offer of offers) versions[offer.version] ??= { ...offer, from };
  }
}

/**
 * Starts loading the shared modules that a chunk needs. If a module cannot be loaded, its promise is rejected, and a later
 * call tries again.
 */
function consumes(options: ConsumesOptions): void {
  const { chunkId, chunkMapping, installedModules, promises, webpackRequire } = options;
  const { m: factories, consumesLoadingData } = webpackRequire;
  for (const id of chunkMapping[chunkId] ?? []) {
    const consumption = consumesLoadingData.moduleIdToConsumeDataMapping[id];
    if (!consumption) continue;
    installedModules[id] ??= load(consumption).then(
      (factory) => {
        installedModules[id] = 0;
        factories[id] = (module) => {
          module.exports = factory();
        };
      },
      (error: unknown) => {
        installedModules[id] = undefined;
        throw error;
      },
    );
    promises.push(installedModules[id]);
  }
}

/**
 * Loads a shared module's factory. A compatible version that is already in use takes precedence over a higher one. If the
 * share scope has no compatible version, the app's own copy is loaded. Singletons are an exception: if the share scope has
 * any version, that version is loaded, and a warning is logged if it is incompatible. On this site, singletons are never
 * incompatible, because a deployment checks the versions. On another site that shows the remote, a page that logs a warning
 * is better than no page.
 */
async function load({ shareKey, singleton, requiredVersion, fallback }: Consumption): Promise<Factory> {
  const offers = scope[shareKey] ?? {};
  const versions = Object.keys(offers)
    .filter((version) => singleton || fits(version, requiredVersion))
    .sort((a, b) => compare(b, a));
  const chosen = versions.find((version) => offers[version]?.loaded) ?? versions[0] ?? '';
  const offer = offers[chosen];
  if (!offer) return fallback();
  if (!fits(chosen, requiredVersion))
    console.warn(`This remote needs ${shareKey} ${requiredVersion}, and the page provides ${chosen}.`);
  offer.lib ??= await offer.get();
  offer.loaded = true;
  return offer.lib;
}

function fits(version: string, range: string): boolean {
  const lowest = range.slice(1);
  return parse(version).major === parse(lowest).major && compare(version, lowest) >= 0;
}

function compare(a: string, b: string): number {
  const one = parse(a);
  const other = parse(b);
  return one.major - other.major || one.minor - other.minor || one.patch - other.patch;
}

function parse(version: string): { major: number; minor: number; patch: number } {
  const [major = 0, minor = 0, patch = 0] = version.split(/[.+-]/, 3).map(Number);
  return { major, minor, patch };
}

/** Every app's generated entry imports this object as `federation`. */
export default {
  bundlerRuntime: {
    init: ({ webpackRequire }: { webpackRequire: WebpackRequire }) => offerTo({}, webpackRequire),
    initContainerEntry: FEDERATION_HAS_EXPOSES
      ? ({ shareScope, webpackRequire }: { shareScope: ShareScope; webpackRequire: WebpackRequire }) =>
          offerTo(shareScope, webpackRequire)
      : undefined,
    consumes: FEDERATION_HAS_EXPOSES ? consumes : undefined,
  },
};
