import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildApps } from '../build/buildApps';
import { hashInputs } from '../build/hashInputs';
import { readApps } from '../build/readApps';
import { describeSource } from '../release/describeBuilds';
import { readHistory, type HistoryEntry } from '../release/readHistory';
import { findVersion } from '../release/rollback';
import { readArtifact, type LoadedArtifact } from '../store/readArtifact';
import type { Store } from '../store/Store';
import { loadArtifact } from '../store/storeArtifact';
import { log, repository } from './commonOptions';

/**
 * The builds that a command is told of. An app is built from this checkout, and left out if that build was live and
 * has been taken back since; with a version, `studio-remote@1a2b`, it comes from the store in any case.
 *
 * @param apps apps of this checkout, with or without a version
 * @param folders of builds that are ready, instead of apps without a version
 * @throws Error if an app or a version is not there
 */
export async function readBuilds(
  store: Store,
  apps: string[],
  folders: string[] = [],
): Promise<LoadedArtifact[]> {
  const named = apps.filter((app) => app.includes('@'));
  const stored = named.map(async (word) => {
    const [app = '', beginning = ''] = word.split('@');
    return loadArtifact(store, app, await findVersion(store, app, beginning), () => true);
  });
  const toBuild = [...new Set(apps.filter((app) => !app.includes('@')).map(expectApp))];
  const built = toBuild.length > 0 ? await buildApps({ repository, apps: toBuild, log }) : [];
  const ready = await Promise.all(
    [...built, ...folders].map((folder) => readArtifact(resolve(repository, folder))),
  );
  for (const build of ready) log(describeBuild(build));
  const history = ready.length > 0 ? await readHistory(store) : [];
  const isLeftOut = ({ artifact: { app, version } }: LoadedArtifact) => isTakenBack(history, app, version);
  for (const { artifact } of ready.filter(isLeftOut))
    log(
      `${artifact.app} ${artifact.version} is left out: it was live and has been taken back. To deploy it all the same, name its version: ${artifact.app}@${artifact.version}.`,
    );
  return [...ready.filter((build) => !isLeftOut(build)), ...(await Promise.all(stored))];
}

/** Whether a build was live until a rollback of its app, the last time. One that another build has followed was not. */
export function isTakenBack(
  history: Pick<HistoryEntry, 'apps' | 'what'>[],
  app: string,
  version: string,
): boolean {
  const last = history.findIndex(({ apps }) => apps?.[app] === version);
  return last > 0 && (history[last - 1]?.what?.startsWith(`rollback ${app} `) ?? false);
}

function expectApp(app: string): string {
  const known = readApps(repository);
  if (known.includes(app)) return app;
  throw new Error(`There is no app ${app} here: there are ${known.join(', ')}.`);
}

/** Which build it is, in one line, so that nobody ships an old one without noticing. */
function describeBuild({ artifact: { app, version }, origin, inputs }: LoadedArtifact): string {
  if (!origin) return `${app} ${version}, which does not say where it comes from`;
  const folder = join(repository, app);
  const isOld = existsSync(folder) && inputs !== hashInputs(repository, folder);
  const warning = isOld ? '; the sources here have changed since, and are not in it' : '';
  return `${app} ${version} ${describeSource(origin)}${warning}`;
}
