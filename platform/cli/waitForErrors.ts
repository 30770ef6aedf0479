import { setTimeout as pause } from 'node:timers/promises';
import { mayReport } from '../field/countReport';
import { countLoads } from '../field/describeFigures';
import type { DayFigures } from '../field/readDays';
import { getFigures, readFigures } from '../field/readFigures';
import { traceErrors } from '../field/traceErrors';
import type { Release } from '../release/Release';
import type { Store } from '../store/Store';
import { explainSilence, versionsIn } from './listErrors';

/** How long to wait in total, and how often to read the field data, in milliseconds. Servers write it once a minute. */
const WAIT = { limit: 120_000, every: 5_000 };

interface WaitOptions {
  store: Store;
  field: Store;
  release: Release;
  apps: string[];
  log: (line: string) => void;
  wait?: { limit: number; every: number };
}

/**
 * Waits up to two minutes for new errors in the deployed builds, and logs them with the command that undoes the deployment.
 * An error is new if the previous build has no error with the same name, source file and line. Deployments are not undone
 * automatically, because anybody can send false reports.
 */
export async function waitForErrors({
  store,
  field,
  release,
  apps,
  log,
  wait = WAIT,
}: WaitOptions): Promise<void> {
  for (const app of apps.filter((one) => !mayReport(release, one))) log(explainSilence(release, app));
  const watched = apps.filter((app) => mayReport(release, app) && release.builds[app]);
  if (watched.length === 0) return;
  log(`Waiting ${wait.limit / 1000} s for errors of ${watched.join(' and ')} ...`);
  const end = performance.now() + wait.limit;
  let figures = await readFigures(field);
  for (;;) {
    const found = (await Promise.all(watched.map((app) => findNew(store, figures, release, app)))).flat();
    if (found.length > 0) return found.forEach(log);
    if (performance.now() >= end) break;
    await pause(wait.every);
    figures = await readFigures(field);
  }
  for (const app of watched) {
    const version = release.builds[app]?.version ?? '';
    log(
      `No new error in ${app} ${version.slice(0, 4)}, ${countLoads(getFigures(figures, app, version).loads)}.`,
    );
  }
}

async function findNew(store: Store, figures: DayFigures, release: Release, app: string): Promise<string[]> {
  const [version = '', before] = versionsIn(release, app);
  const trace = (one: string) => traceErrors(store, `${app}/${one}`, getFigures(figures, app, one).errors);
  const earlier = before === undefined ? [] : await trace(before);
  const added = (await trace(version)).filter(
    ({ name, source }) => !earlier.some((one) => one.name === name && one.source === source),
  );
  const undo = `Undo it: npm run deploy -- rollback ${app}`;
  return added.map(
    ({ name, source, loads }) =>
      `New error in ${app} ${version.slice(0, 4)}, ${countLoads(loads)}, absent before: ${name} at ${source}. ${undo}`,
  );
}
