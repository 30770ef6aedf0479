import { resolve } from 'node:path';
import { buildApps } from '../build/buildApps';
import { readApps } from '../build/readApps';
import { hashInputs } from '../build/readOrigin';
import { findVersion } from '../release/findRollbackTarget';
import { describeSource } from '../release/describeBuilds';
import { liveRelease } from '../release/readReleases';
import type { Deployment } from '../release/Release';
import { readBuild, loadBuild, type LoadedBuild } from '../store/readBuild';
import type { Store } from '../store/Store';
import { log, repository } from './repository';

type Entry = Pick<Deployment, 'apps' | 'builds'>;

/**
 * Builds apps, and returns all builds that a command names: the apps' new builds, the builds in `folders`, and those that
 * are named by version, such as `studio-remote@1a2b`. A version is first looked up among the new builds and those in
 * `folders`, then in the store. A build that was rolled back or removed is skipped unless it is named by version.
 *
 * @param apps the apps of this checkout to build, and the builds that are named by version
 * @throws Error if an app or a version does not exist
 * @throws Error if a newer build of an app has been live, unless the older build is named by version
 */
export async function readBuilds(
  store: Store,
  apps: string[],
  folders: string[] = [],
): Promise<LoadedBuild[]> {
  const versions = apps.filter((app) => app.includes('@'));
  const toBuild = [...new Set(apps.filter((app) => !app.includes('@')))];
  const built = toBuild.length > 0 ? await buildApps({ repository, apps: toBuild, log }) : [];
  const builds = await readAll([...built, ...folders]);
  for (const build of builds) log(describeBuild(build));

  const isNamed = (build: LoadedBuild) => versions.some((name) => isNamedBy(build, name));
  const current = await withoutFormer(
    store,
    builds.filter((build) => !isNamed(build)),
    log,
    (older) => {
      throw new Error(older);
    },
  );
  const selected = builds.filter((build) => isNamed(build) || current.includes(build));

  const fromStore = versions.filter((name) => !builds.some((build) => isNamedBy(build, name)));
  const stored = fromStore.map(async (name) => {
    const [app = '', prefix = ''] = name.split('@');
    return loadBuild(store, app, await findVersion(store, app, prefix), () => true);
  });
  return [...selected, ...(await Promise.all(stored))];
}

/**
 * Leaves out each build that was rolled back or removed, and each build for which a newer build of the same app has been
 * live. Such a build is deployed only if the operator names its version.
 *
 * @param onOlder receives a message for each older build. If it throws, no builds are returned
 */
export async function withoutFormer(
  store: Store,
  builds: LoadedBuild[],
  log: (line: string) => void,
  onOlder: (message: string) => void,
): Promise<LoadedBuild[]> {
  const history = builds.length > 0 ? ((await liveRelease(store))?.log ?? []) : [];
  const selected: LoadedBuild[] = [];
  for (const build of builds) {
    const older = describeOlder(history, build);
    if (older !== undefined) onOlder(older);
    else if (wasRolledBack(history, build)) log(await describeSkipped(store, build));
    else selected.push(build);
  }
  return selected;
}

function readAll(folders: string[]): Promise<LoadedBuild[]> {
  return Promise.all(folders.map((folder) => readBuild(resolve(repository, folder))));
}

/** Whether a name such as `studio-remote@1a2b` refers to the build. The version in the name may be abbreviated. */
function isNamedBy({ description: { app, version } }: LoadedBuild, name: string): boolean {
  return `${app}@${version}`.startsWith(name);
}

async function describeSkipped(
  store: Store,
  { description: { app, version } }: LoadedBuild,
): Promise<string> {
  const isStored = (await store.list(`builds/${app}/`)).includes(version);
  const advice = isStored
    ? 'name its version'
    : 'check out its commit, and name both the app and the version';
  const words = isStored ? `${app}@${version}` : `${app} ${app}@${version}`;
  return `${app} ${version} is skipped, because it was rolled back or removed. To deploy it anyway, ${advice}: npm run deploy -- ${words}`;
}

function describeBuild({ description: { app, version }, origin, inputs }: LoadedBuild): string {
  if (!origin) return `${app} ${version} of unknown origin`;
  const directory = readApps(repository).get(app);
  const isOld = directory !== undefined && inputs !== hashInputs(directory);
  const warning = isOld ? '; outdated: the sources have changed since' : '';
  return `${app} ${version} ${describeSource(origin)}${warning}`;
}

/**
 * Whether a build was rolled back or removed. This is the case if it has been live but is not live now, and no newer build
 * of the app has been live.
 *
 * @param history the log of the live release, newest first
 */
export function wasRolledBack(
  history: Entry[],
  { description: { app, version } }: Pick<LoadedBuild, 'description'>,
): boolean {
  return history[0]?.apps[app] !== version && newestEntry(history, app)?.apps[app] === version;
}

/**
 * Explains that a newer build of the same app has been live. Deploying the older build, for example from an old checkout,
 * would undo what has been deployed since.
 *
 * @param history the log of the live release, newest first
 * @returns a message that says how to deploy the build anyway; undefined if the build is not older
 */
export function describeOlder(
  history: Entry[],
  { description: { app, version }, origin }: Pick<LoadedBuild, 'description' | 'origin'>,
): string | undefined {
  const newest = newestEntry(history, app);
  const { [app]: source } = newest?.builds ?? {};
  const isKnown = [newest, history[0]].some((entry) => entry?.apps[app] === version);
  if (!origin || !source || isKnown || origin.builtAt >= source.builtAt) return undefined;
  return `${app} ${version} was built at ${origin.builtAt}, before the newest build that has been live, ${newest?.apps[app]} of ${source.builtAt}. Bring your checkout up to date, or name this build to deploy it anyway: npm run deploy -- ${app} ${app}@${version}`;
}

function newestEntry(history: Entry[], app: string): Entry | undefined {
  const builtAt = ({ builds }: Entry) => builds?.[app]?.builtAt ?? '';
  return history
    .filter(builtAt)
    .sort((one, other) => builtAt(one).localeCompare(builtAt(other)))
    .at(-1);
}
