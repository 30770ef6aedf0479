/**
 * The slim runtime of Module Federation: the part of the published one that this site uses (share scope, containers,
 * consumed modules), for production builds, where it saves every page 38 kB (decision 6). It takes the place of two
 * packages:
 *
 * - `@module-federation/runtime`, as the shell uses it: `init`, `registerRemotes`, `loadRemote`.
 * - `@module-federation/webpack-bundler-runtime`, as the code uses it that the build plugin generates: the default
 *   export, of which `init` starts an app, `initContainerEntry` is a remote's container being given the page's share
 *   scope, and `consumes` loads the shared modules that a chunk needs.
 *
 * Between apps it speaks Module Federation's own formats, container and share scope, so that an app on either side
 * may have either runtime. The generated code is internal to the plugin: look at it before raising the version.
 */
export const MADE_FOR = '2.9.2';

type Factory = () => unknown;

/** One version of a shared module, as an app offers it. */
interface Offer {
  get: () => Factory | Promise<Factory>;
  from: string;
  /** The module's factory, once someone has loaded it. */
  lib?: Factory;
  loaded?: boolean;
}

/** The offers of all apps in the page, by name and version. */
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
  /** Exactly one of them loads the entries. */
  plugins: { name: string; loadEntry: (args: { remoteInfo: Remote }) => Promise<Container> }[];
}

/** A shared module that this app uses. */
interface Consumption {
  shareKey: string;
  singleton: boolean;
  /** `^x.y.z` */
  requiredVersion: string;
  /** Loads this app's own copy; without one the factory throws. */
  fallback: () => Factory | Promise<Factory>;
}

type ModuleId = string | number;

/** webpack's `__webpack_require__`, with what the build plugin adds to it. */
interface WebpackRequire {
  m: Record<ModuleId, (module: { exports: unknown }) => void>;
  federation: { initOptions: { name: string; shared?: Record<string, (Offer & { version: string })[]> } };
  consumesLoadingData: { moduleIdToConsumeDataMapping: Record<ModuleId, Consumption> };
}

interface ConsumesOptions {
  chunkId: ModuleId;
  chunkMapping: Record<ModuleId, ModuleId[]>;
  /** The modules that are on their way, and 0 for those that are there. */
  installedModules: Record<ModuleId, Promise<void> | 0 | undefined>;
  promises: (Promise<void> | 0)[];
  webpackRequire: WebpackRequire;
}

/** Set by the build plugin: whether this app is a remote. */
declare const FEDERATION_HAS_EXPOSES: boolean;

let scope: ShareScope = {};
let host: InitOptions | undefined;

/** Says how the entries of remotes are loaded. */
export function init(options: InitOptions): void {
  host = options;
}

/** Adds remotes that have become known. */
export function registerRemotes(remotes: Remote[]): void {
  host?.remotes.push(...remotes);
}

/**
 * Loads what a remote exposes; each call asks again, so that a failure can be followed by another attempt.
 *
 * @param id `<remote name>/<exposed name>`, e.g. `studio/routes`
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

/** Adds what this app offers to a share scope, and uses that scope from now on. */
function offerTo(target: ShareScope, { federation }: WebpackRequire): void {
  scope = target;
  const { name: from, shared = {} } = federation.initOptions;
  for (const [name, offers] of Object.entries(shared))
    for (const offer of offers) (scope[name] ??= {})[offer.version] ??= { ...offer, from };
}

/** Loads the shared modules that a chunk needs. If one cannot be loaded the chunk fails, and can be loaded again. */
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
 * Takes the version in use, else the highest. A singleton takes any version: on our own site deployment has checked it,
 * and on another site a page with a warning is better than none.
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
  return parse(version)[0] === parse(lowest)[0] && compare(version, lowest) >= 0;
}

function compare(a: string, b: string): number {
  const [x, y] = [parse(a), parse(b)];
  return x[0] - y[0] || x[1] - y[1] || x[2] - y[2];
}

function parse(version: string): [major: number, minor: number, patch: number] {
  const [major = 0, minor = 0, patch = 0] = version.split(/[.+-]/, 3).map(Number);
  return [major, minor, patch];
}

/** What the entry of every app takes as `federation`, as the build plugin generates it. */
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
