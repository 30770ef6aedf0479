import { beforeEach } from '@jest/globals';
import { deploy, type DeployOptions } from '../release/deploy';
import { publish } from '../release/publish';
import { latestNumber, liveRelease } from '../release/readHistory';
import { readRelease } from '../release/readRelease';
import type { Release } from '../release/Release';
import type { LoadedArtifact } from '../store/readArtifact';
import type { Store } from '../store/Store';
import { copySite } from './copyStore';
import { expectWholeStore } from './expectWholeStore';
import { memoryStore } from './memoryStore';
import { serveItems, tinyPortfolio, type Item } from './tinyPortfolio';
import { tinyMicora, tinyShell } from './tinySite';

/** The site that each test of a file begins with, and what is done to it. */
export interface TinySite {
  store: Store;
  /** The release that is live at first. */
  first: Release;
  /** What the backend has. */
  items: Item[];
  backendUrl: string;
  /** What has been said. */
  lines: string[];
  log: (line: string) => void;
  deploy: (options: Partial<DeployOptions>) => Promise<Release>;
  /** Deploys builds, or with none what the backend has now. */
  put: (...artifacts: LoadedArtifact[]) => Promise<Release>;
  back: (app?: string, version?: string) => Promise<Release>;
  /** Makes a whole earlier release live again, with the data of then: what no command does, and an editor undoes. */
  restore: (id: string, store?: Store) => Promise<void>;
  /** The live release, with all of it there and unaltered. */
  live: () => Promise<Release>;
  /** What visitors get of a file of it; `undefined` as text if there is none of that name. */
  page: (file: string) => Promise<string>;
}

/**
 * Gives each test of a file a site of its own: a shell, a portfolio with one record, and MiCora.
 *
 * @param newStore where it lies, in memory if nothing else is said
 */
export function useTinySite(newStore: () => Store | Promise<Store> = memoryStore): TinySite {
  const site = { lines: [], items: [] } as unknown as TinySite;
  site.log = (line) => void site.lines.push(line);
  site.deploy = (options) => deploy({ store: site.store, log: site.log, ...options });
  site.put = (...artifacts) =>
    site.deploy({ ...(artifacts.length > 0 && { artifacts }), backendUrl: site.backendUrl });
  site.back = (app = 'studio-remote', version) => site.deploy({ back: { app, version } });
  site.restore = async (id, store = site.store) => {
    const number = (await latestNumber(store)) + 1;
    if (!(await publish(store, await readRelease(store, id), number, 'test')))
      throw new Error('Somebody else was first.');
  };
  site.live = () => expectWholeStore(site.store);
  site.page = async (file) => {
    const { pages, files } = (await liveRelease(site.store)) ?? site.first;
    const content = pages[file]?.content ?? files[file];
    return String(content && (await site.store.read(`pages/${content}`)));
  };
  // It is made for the first test, and copied for each.
  const store = memoryStore();
  let made: Promise<Release> | undefined;
  beforeEach(async () => {
    site.items = [{ id: 'abc', title: 'Harbour' }];
    site.backendUrl = await serveItems(() => site.items);
    site.store = await newStore();
    const artifacts = [tinyShell(), tinyPortfolio(), tinyMicora()];
    site.first = await (made ??= site.deploy({ store, artifacts, backendUrl: site.backendUrl }));
    await copySite(store, site.store);
    site.lines = [];
  });
  return site;
}
