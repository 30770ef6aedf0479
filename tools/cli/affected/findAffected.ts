import { readApps } from '../../build/readApps';
import { git } from '../../build/git';
import { readHistory } from '../../release/readHistory';
import type { Store } from '../../store/Store';
import { affectedBy, type Affected } from './affectedBy';
import { newestEntry } from './newestEntry';
import { readWorkspaces } from './readWorkspaces';

interface AffectedOptions {
  repository: string;
  /** A commit: what the checkout has changed since it branched off. */
  since?: string | undefined;
  /** Adds the apps that have changed since their newest build that was live. */
  store?: Store | undefined;
  log: (line: string) => void;
}

/**
 * What the commits of a checkout may alter. Where a commit to compare with is not known, everything is affected. The
 * newest build counts, not the one that is live: what was rolled back does not come again by somebody else's change.
 */
export async function findAffected({ repository, since, store, log }: AffectedOptions): Promise<Affected> {
  const workspaces = readWorkspaces(repository);
  const apps = readApps(repository);
  const all = workspaces.map(({ folder }) => folder);
  const compare = (commit: string | undefined, what: string): Affected => {
    const files = commit && git(repository, 'diff', '--name-only', '--no-renames', `${commit}...HEAD`, '--');
    if (files !== undefined && commit) return affectedBy(files.split('\n').filter(Boolean), workspaces, apps);
    log(`${what} is not known here: everything counts as changed.`);
    return { apps, workspaces: all };
  };
  const found = since === undefined ? { apps: [], workspaces: [] } : compare(since, `Commit ${since}`);
  const history = store ? await readHistory(store) : [];
  const later = store
    ? apps.filter((app) => {
        const source = newestEntry(history, app)?.builds?.[app];
        return compare(source?.clean ? source.commit : undefined, `What ${app} was built from`).apps.includes(
          app,
        );
      })
    : [];
  return {
    apps: apps.filter((app) => found.apps.includes(app) || later.includes(app)),
    workspaces: all.filter((one) => found.workspaces.includes(one) || later.includes(one)),
  };
}
