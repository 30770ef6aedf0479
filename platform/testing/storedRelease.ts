import { sha256 } from '../build/sha256';
import { formatRelease, releaseKey } from '../release/readReleases';
import { listVersions, type Release } from '../release/Release';
import { write, type NewContents } from '../release/steps/write';
import type { LoadedBuild } from '../store/readBuild';
import type { Store } from '../store/Store';

/** The contents of files, by name. A file whose name ends in `.html` is a page. */
type Files = Record<string, string>;

/** A placeholder for the shell's version in releases that are stored without a build of the shell. */
export const NO_SHELL = '5e11000000000001';

/**
 * Writes everything that a release needs, without making the release live.
 *
 * @param files the release's pages and other files. A `release.json` is added
 * @param build the shell's build, if the release needs one
 * @param access what visitors may use; nothing by default. `answers`: the backend's answers that they may read; `texts`: the
 *   contents of those answers; `forms`: the forms that they may send
 */
export async function storeRelease(
  store: Store,
  id: string,
  files: Files,
  build?: LoadedBuild,
  {
    answers = {},
    forms = {},
    texts = [],
  }: Partial<Pick<Release, 'answers' | 'forms'>> & { texts?: string[] } = {},
): Promise<Release> {
  const shell = build?.description.version ?? NO_SHELL;
  const manifest = { id, shell, remotes: [] };
  const all = Object.entries({ 'release.json': JSON.stringify(manifest), ...files });
  const contents: NewContents = new Map(
    all.map(([file, text]) => [sha256(text), { file, bytes: Buffer.from(text) }]),
  );
  const release: Release = {
    site: '5173000000000001',
    id,
    createdAt: new Date().toISOString(),
    builds: { shell: { version: shell, shared: {}, router: [], tokens: [], usedTokens: {} } },
    data: {},
    answers,
    forms,
    pages: {},
    files: {},
    log: [],
  };
  for (const [file, text] of all) {
    const content = sha256(text);
    if (file.endsWith('.html')) release.pages[file] = { app: 'shell', content };
    else release.files[file] = content;
  }
  const data = new Map(texts.map((text) => [sha256(text), text]));
  await write(store, { contents, data, builds: build ? [build] : [] });
  return release;
}

export async function recordLive(store: Store, number: number, release: Release): Promise<void> {
  const { id, createdAt: at } = release;
  const entry = { number, release: id, at, who: 'Ada', what: 'test', apps: listVersions(release) };
  await store.write(releaseKey(number), formatRelease({ ...release, log: [entry] }));
}
