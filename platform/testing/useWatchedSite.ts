import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import { startTestBackend, type TestBackend } from '@site/backend/testing/startTestBackend';
import { until } from '@site/backend/testing/until';
import { HEARTBEAT } from '../release/heartbeat';
import { listNumbers } from '../release/readReleases';
import { watch } from '../release/watch';
import { steppedStore } from './steppedStore';
import { temporaryDirectory } from './temporaryDirectory';
import { useTinySite } from './useTinySite';

/** Gives each test in a file a tiny site that reads a real, empty backend. Tests can start a watcher for the site. */
export function useWatchedSite() {
  const site = useTinySite();
  let dataDir: string;
  let backend: TestBackend;
  let listings: number;
  const cleanups: (() => unknown)[] = [];

  /** Starts the backend, on a free port by default. To restart the backend, pass its previous port. */
  async function startBackend(port = 0): Promise<void> {
    backend = await startTestBackend({ seeded: false, dataDir, port });
  }

  const projects = () => backend.operator.collection('projects');

  beforeAll(async () => {
    dataDir = await temporaryDirectory();
    await startBackend();
  });
  afterAll(() => backend.stop());
  beforeEach(async () => {
    for (const { id } of await projects().getFullList()) await projects().delete(id);
    site.backendUrl = backend.url;
    // This backend does not have the tiny site's own record, so the deployment removes the record's page.
    await site.deploy({ backendUrl: backend.url, acceptRemovals: true });
    listings = 0;
    site.lines = [];
  });
  afterEach(async () => {
    for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp();
  });

  return {
    site,
    startBackend,
    backend: () => backend,
    projects,
    add: (title: string) => projects().create({ title }),
    cleanUp: (how: () => unknown) => void cleanups.push(how),
    releases: async () => (await listNumbers(site.store))[0] ?? 0,
    /** Starts a watcher, and stops it when the test ends. @returns a function that stops it earlier */
    startWatch: (more: Partial<Parameters<typeof watch>[0]> = {}): (() => Promise<void>) => {
      const counted = steppedStore(more.store ?? site.store, (step) => {
        if (step === 'list releases/') listings += 1;
      });
      const stop = watch({ ...site, ...more, store: counted });
      cleanups.push(stop);
      return stop;
    },
    /** Waits for the watcher's first success. From then on, an edit is shown quickly only if the bell has announced it. */
    settled: () => until('the watcher has succeeded', () => site.store.read(HEARTBEAT)),
    /**
     * Waits until the watcher has finished at least `count` rounds. Rounds are counted by how often the watcher lists the
     * releases, which is at most eight times per round.
     */
    rounds: async (count: number): Promise<void> => {
      const before = listings;
      await until('the rounds have ended', () => listings >= before + 8 * count);
    },
    // The time limit of `until` is shorter than the watcher's default interval. So with that interval, the text can appear
    // within the limit only if the bell has rung.
    shows: (text: string, file = 'projects.html') =>
      until(`${text} is shown`, async () => (await site.page(file)).includes(text)),
  };
}
