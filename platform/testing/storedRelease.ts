import { randomUUID } from 'node:crypto';
import { sha256 } from '../build/sha256';
import type { Release } from '../release/Release';
import { write, type NewContents } from '../release/write';
import type { LoadedArtifact } from '../store/readArtifact';
import type { Store } from '../store/Store';

/** The contents of files, by name. Names that end in `.html` are pages. */
type Files = Record<string, string>;

/** The version of a shell that was never built. */
export const NO_SHELL = '5e11000000000001';

/**
 * Writes a release with these files and a `release.json`.
 *
 * @param build the shell's build, if the release needs one
 * @param access what visitors may read and send, with the texts of the answers; by default nothing
 */
export async function storeRelease(
  store: Store,
  id: string,
  files: Files,
  build?: LoadedArtifact,
  {
    answers = {},
    forms = {},
    texts = [],
  }: Partial<Pick<Release, 'answers' | 'forms'>> & { texts?: string[] } = {},
): Promise<Release> {
  const shell = build?.artifact.version ?? NO_SHELL;
  const manifest = { id, shell, remotes: [] };
  const all = Object.entries({ 'release.json': JSON.stringify(manifest), ...files });
  const contents: NewContents = new Map(
    all.map(([file, text]) => [sha256(text), { file, bytes: Buffer.from(text) }]),
  );
  const release: Release = {
    id,
    createdAt: new Date().toISOString(),
    apps: { shell },
    answers,
    forms,
    pages: {},
    files: {},
  };
  for (const [file, text] of all) {
    const content = sha256(text);
    if (file.endsWith('.html'))
      release.pages[file] = { app: 'shell', path: `/${file}`, version: shell, shell, content };
    else release.files[file] = content;
  }
  await write(store, {
    release,
    contents,
    data: new Map(texts.map((text) => [sha256(text), text])),
    artifacts: build ? [build] : [],
  });
  return release;
}

/** Makes a release live by writing the history entry with this number. */
export async function recordLive(store: Store, number: number, { id, apps }: Pick<Release, 'id' | 'apps'>) {
  const made = { uses: [], who: 'Ada', what: 'test', nonce: randomUUID() };
  const entry = { release: id, apps, at: new Date().toISOString(), ...made };
  await store.write(`history/${number}.json`, JSON.stringify(entry));
}
