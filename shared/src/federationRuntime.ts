/**
 * A slim runtime for Module Federation, with only the parts of the published one that this site uses: share scope,
 * containers and consumed modules. Production builds use it, because it makes every page 38 kB smaller (decision 6). It
 * replaces two packages:
 *
 * - `@module-federation/runtime`, which the shell imports: `init`, `registerRemotes` and `loadRemote`.
 * - `@module-federation/webpack-bundler-runtime`, whose default export the build plugin's generated code calls: `init`
 *   starts an app, `initContainerEntry` passes the page's share scope to a remote, and `consumes` loads the shared
 *   modules that a chunk needs.
 *
 * Containers and share scope keep Module Federation's own formats, so apps with either runtime work together. The
 * plugin's generated code is an internal interface: read that code before you raise `MADE_FOR`.
 */
export const MADE_FOR = '2.9.2';

type Factory = () => unknown;

/** One version of a shared module, as an app offers it. */
interface Offer {
  get: () => Factory | Promise<Factory>;
  from: string;
  /** The module's factory; absent until the module has been loaded. */
  lib?: Factory;
  loaded?: boolean;
}

/** The shared modules that the apps on the page offer, by name and version. */
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
  /** A single plugin, which loads the entries of remotes. */
  plugins: { name: string; loadEntry: (args: { remoteInfo: Remote }) => Promise<Container> }[];
}

/** A shared module that this app uses. */
interface Consumption {
  shareKey: string;
  singleton: boolean;
  /** `^x.y.z` */
  requiredVersion: string;
  /** Loads the factory of this app's own copy of the module. If the app has no copy, the loaded factory throws. */
  fallback: () => Factory | Promise<Factory>;
}

type ModuleId = string | number;

/** webpack's `__webpack_require__`, with the build plugin's additions. */
interface WebpackRequire {
  m: Record<ModuleId, (module: { exports: unknown }) => void>;
  federation: { initOptions: { name: string; shared?: Record<string, (Offer & { version: string })[]> } };
  consumesLoadingData: { moduleIdToConsumeDataMapping: Record<ModuleId, Consumption> };
}

interface ConsumesOptions {
  chunkId: ModuleId;
  chunkMapping: Record<ModuleId, ModuleId[]>;
  /** A promise for each module that is loading, and 0 for each that has loaded. */
  installedModules: Record<ModuleId, Promise<void> | 0 | undefined>;
  promises: (Promise<void> | 0)[];
  webpackRequire: WebpackRequire;
}

/** Whether this app is a remote. The build plugin defines this constant. */
declare const FEDERATION_HAS_EXPOSES: boolean;

let scope: ShareScope = {};
let host: InitOptions | undefined;

/** Sets how this app loads the entries of remotes. */
export function init(options: InitOptions): void {
  host = options;
}

/** Registers remotes, so that `loadRemote` can load modules from them. */
export function registerRemotes(remotes: Remote[]): void {
  host?.remotes.push(...remotes);
}

/**
 * Loads a module that a remote exposes. A failure is not remembered, so the caller can try again.
 *
 * @param id `<remote name>/<exposed name>`, e.g. `studio/routes`
 * @throws Error if the remote has not been registered, or if its entry or the module cannot be loaded
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

/** Adds this app's shared modules to a share scope. From then on, the app loads shared modules from that scope. */
function offerTo(target: ShareScope, { federation }: WebpackRequire): void {
  scope = target;
  const { name: from, shared = {} } = federation.initOptions;
  for (const [name, offers] of Object.entries(shared)) {
    const versions = (scope[name] ??= {});
    for (const offer of offers) versions[offer.version] ??= { ...offer, from };
  }
}

/**
 * Loads the shared modules that a chunk needs. If one cannot be loaded, neither can the chunk, but a later attempt can
 * succeed.
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
 * Loads a shared module: the compatible version that is already in use, or else the highest compatible one. A singleton
 * is loaded even if its version is incompatible: on this site, deployment has checked the versions, and on another site,
 * a page with a warning is better than no page.
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

/** Positive if version `a` is higher than `b`, negative if it is lower. */
function compare(a: string, b: string): number {
  const one = parse(a);
  const other = parse(b);
  return one.major - other.major || one.minor - other.minor || one.patch - other.patch;
}

function parse(version: string): { major: number; minor: number; patch: number } {
  const [major = 0, minor = 0, patch = 0] = version.split(/[.+-]/, 3).map(Number);
  return { major, minor, patch };
}

/** The object that the generated entry of every app imports as `federation`. */
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
