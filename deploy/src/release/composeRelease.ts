import type { KnownPage, ReleaseBlock } from '@site/shared/remote';
import type { Artifact } from '../build/Artifact';
import { checkSet } from '../gate/checkSet';
import type { Release, ReleasePage } from './Release';
import { sha256 } from '../build/sha256';

/** A release to be, and where each of its pages comes from. */
export interface Composition {
  release: Release;
  /** File names of the pages to render. */
  render: string[];
  /** File names of the pages to take over from the release in force, with a new release block. */
  carry: string[];
}

/**
 * Works out the release that results when builds are put in force. Pure: nothing is read or written.
 *
 * @param artifacts the builds of the whole resulting set, shell and remotes
 * @param live the release in force, if there is one
 * @param now the time of the release
 * @param known the known pages behind patterns, by app
 * @throws Error if the set does not fit together
 */
export function composeRelease(
  artifacts: Artifact[],
  live: Release | undefined,
  now: Date,
  known: Record<string, KnownPage[]> = {},
): Composition {
  checkSet(artifacts);
  const apps = Object.fromEntries(artifacts.map(({ app, version }) => [app, version]));
  const changed = new Set(
    artifacts.filter(({ app, version }) => live?.apps[app] !== version).map(({ app }) => app),
  );
  const shell = artifacts.find(({ remote }) => !remote);
  const id = releaseId(apps, now);
  const block = { id, shell: shell?.version ?? '', remotes: artifacts.flatMap(releaseRemote) };
  // Every page names the Trusted Types policies of all remotes.
  const everything = !shell || changed.has(shell.app) || remoteNames(live?.block) !== remoteNames(block);

  const pages: Record<string, ReleasePage> = { '404.html': { app: shell?.app ?? '', path: '*' } };
  for (const { app, remote } of artifacts) {
    for (const path of remote?.paths ?? []) {
      const file = pageFile(path);
      const other = pages[file];
      if (other)
        throw new Error(`${path} of ${app} has the file ${file} of ${other.app}: give it another path.`);
      pages[file] = { app, path };
    }
    for (const page of known[app] ?? []) {
      const file = `${page.path.slice(1)}.html`;
      // A head alone is no page: there must be a pattern, and no page of that very address.
      if (isFileSafe(page.path) && pages[patternFile(file)]?.app === app && !pages[file]) {
        pages[file] = { app, path: page.path, known: page };
      }
    }
  }
  const render: string[] = [];
  const carry: string[] = [];
  for (const [file, page] of Object.entries(pages)) {
    const before = live?.pages[file];
    const sameHead = JSON.stringify(page.known) === JSON.stringify(before?.known);
    if (everything || changed.has(page.app) || !before || !sameHead) {
      render.push(file);
    } else {
      carry.push(file);
      if (before.listed) page.listed = true;
    }
  }
  return {
    release: {
      id,
      createdAt: now.toISOString(),
      ...(live && { base: live.id }),
      apps,
      block,
      pages,
      files: [],
    },
    render,
    carry,
  };
}

/**
 * The file that answers a path: `/` is `index.html`, `/projects` is `projects.html`, `/projects/:projectId` is
 * `projects/_.html`.
 *
 * @throws Error if anything but the last segment varies, which one fixed web server configuration cannot serve, or
 *   the only one, which would answer every unknown address
 */
export function pageFile(path: string): string {
  const segments = path.split('/').filter(Boolean);
  const last = segments.length - 1;
  if (segments.some((segment, index) => segment.startsWith(':') && (index < last || index === 0))) {
    throw new Error(`${path}: only the last segment of a path may vary, and not the only one.`);
  }
  if (segments.length === 0) return 'index.html';
  return `${segments.map((segment) => (segment.startsWith(':') ? '_' : segment)).join('/')}.html`;
}

/** The pattern page beside a page: `projects/_.html` for `projects/abc.html`. */
export function patternFile(file: string): string {
  return `${file.slice(0, file.lastIndexOf('/') + 1)}_.html`;
}

function isFileSafe(path: string): boolean {
  return /^(?:\/[\w-]+)+$/.test(path) && !path.endsWith('/_');
}

/** The public address of a build's file. */
export function assetUrl({ app, version }: Pick<Artifact, 'app' | 'version'>, file: string): string {
  return `/assets/${app}/${version}/${file}`;
}

function releaseRemote(artifact: Artifact) {
  const { remote, version, files } = artifact;
  if (!remote) return [];
  const file = 'remoteEntry.js';
  const integrity = files[file]?.integrity;
  if (!integrity) throw new Error(`${artifact.app} has no ${file}: build it again.`);
  const { name, mount } = remote;
  return [{ name, mount, version, entry: { url: assetUrl(artifact, file), integrity } }];
}

function remoteNames(block: ReleaseBlock | undefined): string {
  return (block?.remotes ?? [])
    .map(({ name }) => name)
    .sort()
    .join(' ');
}

function releaseId(apps: Record<string, string>, now: Date): string {
  const time = now.toISOString().replaceAll(/[-:.]/g, '');
  const versions = Object.entries(apps).sort().flat().join(' ');
  return `${time}-${sha256(versions).slice(0, 8)}`;
}
