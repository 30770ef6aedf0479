import { errorMessage } from '@site/shared/node/errorMessage';
import { logOnce } from '@site/shared/node/logOnce';
import { keepRenderers } from '../render/keepRenderers';
import { keepRunning } from '../release/keepRunning';
import { listPreviews } from '../release/listPreviews';
import { liveRelease } from '../release/readReleases';
import type { Release } from '../release/Release';
import { removePreview } from '../release/removePreview';
import { askBackend } from '../release/openReading';
import { openBell } from '../release/watch';
import type { Store } from '../store/Store';
import { ALL_DRAFTS, draftLabel } from './draftLabel';
import { makeDraft } from './makeDraft';
import { openDraftReads, type DraftReads } from './openDraftReads';

/** How often every preview is made again to include newly published changes, in milliseconds. */
const RENEWAL = 86_400_000;

/** The maximum number of drafts shown per collection. */
const MOST = 200;

interface DraftsOptions {
  /** The live store. Nothing is written to it. */
  store: Store;
  drafts: Store;
  backendUrl: string;
  key: string;
  log: (line: string) => void;
}

interface Draft {
  id: string;
  updated: string;
}

/**
 * Keeps one preview of each draft, for the client whom it concerns, and one preview of all drafts together, for editors. A
 * preview is made again when its drafts have changed, and once a day. It is removed once its drafts have been published or
 * deleted.
 *
 * @returns a function that stops watching
 */
export function watchDrafts(options: DraftsOptions): () => Promise<void> {
  return keepRunning((signal) => keepDrafts(options, signal));
}

async function keepDrafts(options: DraftsOptions, signal: AbortSignal): Promise<void> {
  const { store, drafts, backendUrl, key, log } = options;
  const waitForChange = openBell(backendUrl, signal, (reason) =>
    log(`The backend cannot announce changes, so drafts are checked twice a minute: ${reason}`),
  );
  const reads = await openDraftReads(backendUrl, key);
  const renderers = keepRenderers(reads.url);
  const once = logOnce(log);
  /** Maps each preview's label to the drafts that the preview showed when it was last made, as JSON. */
  let made = new Map<string, string>();
  let renewedAt = performance.now();

  while (!signal.aborted) {
    try {
      await round();
      once.reset();
    } catch (error) {
      once.log(`The previews of drafts cannot be updated now (trying again): ${errorMessage(error)}`);
    }
    await waitForChange();
  }
  renderers.close();
  await reads.close();

  async function round(): Promise<void> {
    const live = await liveRelease(store);
    if (!live) return;
    if (performance.now() - renewedAt >= RENEWAL) {
      made = new Map();
      renewedAt = performance.now();
    }
    reads.show(ALL_DRAFTS);
    const found = await listDrafts(reads, live);
    const wanted = new Map(found.map((draft) => [draft.id, [draft]]));
    if (found.length > 0) wanted.set(ALL_DRAFTS, found);
    for (const [id, shown] of wanted) {
      if (signal.aborted) return;
      await update(id, shown);
    }
    const labels = new Set([...wanted.keys()].map((id) => draftLabel(key, id)));
    for (const label of await listPreviews(drafts)) {
      if (labels.has(label)) continue;
      await removePreview(drafts, label, () => undefined);
      made.delete(label);
    }
  }

  async function update(id: string, shown: Draft[]): Promise<void> {
    const label = draftLabel(key, id);
    const state = JSON.stringify(shown);
    if (made.get(label) === state) return;
    reads.show(id);
    const [newest = ''] = shown.map(({ updated }) => updated).sort((one, other) => (one < other ? 1 : -1));
    const time = new Date(newest).toLocaleString('en-GB', {
      ...{ day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' },
      timeZone: 'Europe/London',
    });
    await makeDraft({
      ...{ store, drafts, label, backendUrl: reads.url },
      note: `Draft, not public. Updated ${time}`,
      log: once.log,
      renderWith: (builds, load) => renderers.open(builds, load),
    });
    made.set(label, state);
  }
}

/** Lists the drafts in all collections from which the live release contains answers. */
async function listDrafts(reads: DraftReads, { answers }: Release): Promise<Draft[]> {
  const collections = new Set(Object.keys(answers).flatMap((address) => collectionIn(address) ?? []));
  const found: Draft[] = [];
  const query = `filter=draft=true&sort=-updated&fields=id,updated&perPage=${MOST}`;
  for (const collection of collections) {
    const { parsed } = await askBackend(reads.url, `/collections/${collection}/records?${query}`);
    // PocketBase refuses this filter if the collection has no `draft` field. Such a collection has no drafts.
    const { items = [] } = (parsed ?? {}) as { items?: Draft[] };
    for (const { id, updated } of items) found.push({ id, updated });
  }
  return found;
}

function collectionIn(address: string): string | undefined {
  return /^\/collections\/(\w+)\/records/.exec(address)?.[1];
}
