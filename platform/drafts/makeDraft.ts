import { makePages, type MakePagesOptions } from '../release/makePages';
import { plan } from '../release/steps/plan';
import { prune } from '../release/prune';
import { pagePath, type Release } from '../release/Release';
import type { NewParts } from '../release/steps/write';
import { writePreview } from '../release/writePreview';
import { isPattern } from '../render/pageAddress';
import { folderStore } from '../store/folderStore';
import type { Store } from '../store/Store';
import { draftIn } from './draftLabel';

interface DraftOptions extends Pick<MakePagesOptions, 'renderWith' | 'note'> {
  /** The live store. Nothing is written to it. */
  store: Store;
  drafts: Store;
  /** The first label of the draft's host name. */
  label: string;
  /** The backend URL at which the draft can be read (see `openDraftReads`). */
  backendUrl: string;
  log: (line: string) => void;
}

/** Makes the release that would be live if a draft were published now, and stores it as the draft's preview. */
export async function makeDraft({ store, drafts, label, ...options }: DraftOptions): Promise<void> {
  const planned = await plan(store, { kind: 'refresh' }, options.log);
  const parts = await makePages(planned, {
    ...options,
    store,
    needsBackend: true,
    acceptRemovals: true,
    retries: true,
    isPreview: true,
  });
  const made = { ...parts, release: withStart(parts, draftIn(label)) };
  // No builds are copied, because the live store has the files of the live builds.
  await writePreview({ store, previews: drafts, label, made, builds: [], log: options.log });
  await prune({ store: folderStore(drafts, label), keepDays: Infinity, log: () => undefined });
}

/**
 * Adds a redirect from `/` to a page that the draft changes: the draft's own page or, if there is none, the page with the
 * shortest path. Adds nothing if the draft changes the home page itself, or no page at all.
 */
function withStart({ release, contents }: NewParts, id = ''): Release {
  const changed = Object.entries(release.pages).filter(([, { content }]) => contents.has(content));
  const paths = changed.map(([file, page]) => pagePath(file, page)).filter((path) => !isPattern(path));
  const [shortest] = paths.sort((one, other) => one.length - other.length);
  const start = paths.find((path) => path.endsWith(`/${id}`)) ?? shortest;
  if (start === undefined || paths.includes('/')) return release;
  return { ...release, made: { ...release.made, shell: { files: [], redirects: { '/': start } } } };
}
