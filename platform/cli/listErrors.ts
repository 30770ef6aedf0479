import { countLoads } from '../field/describeFigures';
import { mayReport } from '../field/countReport';
import { getFigures, readFigures } from '../field/readFigures';
import { traceErrors } from '../field/traceErrors';
import { liveRelease } from '../release/readReleases';
import type { Release } from '../release/Release';
import type { Store } from '../store/Store';

/**
 * Lists the errors that an app's pages have reported, with their locations in the sources. The newest build comes first.
 *
 * @throws Error if nothing is live, or if the app is neither live nor in the log
 */
export async function listErrors(store: Store, field: Store | undefined, app: string): Promise<string[]> {
  const live = await liveRelease(store);
  const versions = live ? versionsIn(live, app) : [];
  if (!live || versions.length === 0)
    throw new Error(`${app} has no build in the log. List the releases: npm run deploy -- releases.`);
  if (!mayReport(live, app)) return [explainSilence(live, app)];
  if (!field) return ['Nothing is collected: name the place of the figures with --field.'];
  const figures = await readFigures(field);
  const lines: string[] = [];
  for (const version of versions) {
    const { loads, errors, failures } = getFigures(figures, app, version);
    if (loads === 0) continue;
    lines.push(`${app} ${version}: ${countLoads(loads)}`);
    for (const error of await traceErrors(store, `${app}/${version}`, errors)) {
      const place = error.route === undefined ? '' : `, first on ${error.route}`;
      lines.push(`    ${countLoads(error.loads).padStart(12)}  ${error.name} at ${error.source}${place}`);
    }
    for (const [phase, times] of Object.entries(failures))
      lines.push(`    ${`${times} times`.padStart(12)}  failed: ${phase}`);
  }
  return lines.length > 0 ? lines : [`No page of ${app} has reported yet.`];
}

/** Lists the versions of an app's builds in a release and its log, newest first. */
export function versionsIn({ builds, log }: Pick<Release, 'builds' | 'log'>, app: string): string[] {
  const logged = [builds[app]?.version, ...log.map(({ apps }) => apps[app])];
  return [...new Set(logged.filter((version) => version !== undefined))];
}

/** Returns a line saying that no reports are collected from an app's pages. */
export function explainSilence({ builds }: Pick<Release, 'builds'>, app: string): string {
  return `${app}: nothing is collected from ${builds[app]?.remote?.mount ?? 'it'}`;
}
