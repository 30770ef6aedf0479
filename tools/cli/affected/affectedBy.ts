import type { Workspace } from './readWorkspaces';

/** What a change may alter. */
export interface Affected {
  /** The apps whose builds it may alter. */
  apps: string[];
  /** The workspaces whose checks it may alter, the apps among them. */
  workspaces: string[];
}

/** What every app is built by, though it stands in a workspace that no app depends on. */
const BUILT_BY = /^tools\/build\//;

/** Files that no workspace reads. */
const DOCUMENTS = /^(?:docs|\.github)\/|^[^/]+\.md$/;

/**
 * What a change of files may alter, by what the workspaces depend on. A file of no workspace, such as the lock file,
 * alters all of them, unless it is a document; so does what every app is built by.
 *
 * @param apps those of the workspaces that are built and deployed
 * @param files relative to the checkout
 */
export function affectedBy(files: string[], workspaces: Workspace[], apps: string[]): Affected {
  const folders = workspaces.map(({ folder }) => folder);
  const own = files.map((file) => file.split('/')[0] ?? '');
  const isShared = files.some(
    (file, index) => BUILT_BY.test(file) || (!folders.includes(own[index] ?? '') && !DOCUMENTS.test(file)),
  );
  const changed = isShared ? folders : own;
  const built = dependents(changed, workspaces, ({ dependencies }) => dependencies);
  const checked = dependents(changed, workspaces, (one) => [...one.dependencies, ...one.devDependencies]);
  return {
    apps: apps.filter((app) => built.has(app)),
    workspaces: folders.filter((one) => checked.has(one)),
  };
}

/** The folders themselves, and all that depend on one of them. */
function dependents(
  folders: string[],
  workspaces: Workspace[],
  uses: (workspace: Workspace) => string[],
): Set<string> {
  const found = new Set(folders);
  for (let size = -1; size < found.size;) {
    size = found.size;
    for (const one of workspaces) if (uses(one).some((used) => found.has(used))) found.add(one.folder);
  }
  return found;
}
