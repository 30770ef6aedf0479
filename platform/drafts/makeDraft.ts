import { makePages, type MakePagesOptions } from '../release/makePages';
import { plan } from '../release/plan';
import { writePreview, type Preview } from '../release/writePreview';
import type { Store } from '../store/Store';

interface DraftOptions extends Pick<MakePagesOptions, 'renderWith' | 'note'> {
  /** The live store, which is only read. */
  store: Store;
  /** The store of drafts. */
  drafts: Store;
  /** The first label of the draft's host name. */
  label: string;
  /** Where the draft is read (see `openDraftReads`). */
  backendUrl: string;
  log: (line: string) => void;
}

/** Makes the release that would be live if a draft were published now, and stores it at the draft's address. */
export async function makeDraft({ store, drafts, label, ...options }: DraftOptions): Promise<Preview> {
  const planned = await plan(store, { kind: 'refresh' }, options.log);
  const made = await makePages(planned, {
    ...options,
    store,
    needsBackend: true,
    acceptRemovals: true,
    retries: true,
    isPreview: true,
  });
  // The builds are the live ones, so the live store has their files.
  return writePreview({ store, previews: drafts, label, made, builds: [], log: options.log });
}
