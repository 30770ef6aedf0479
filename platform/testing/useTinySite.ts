import { beforeEach } from '@jest/globals';
import { deploy, rollback, type DeployOptions } from '../release/deploy';
import { publish } from '../release/steps/publish';
import { findLive, liveRelease, readNumber } from '../release/readReleases';
import { describeDeployment, type Release } from '../release/Release';
import type { LoadedBuild } from '../store/readBuild';
import type { Store } from '../store/Store';
import { copyStore } from './copyStore';
import { expectWholeStore } from './expectWholeStore';
import { memoryStore } from './memoryStore';
import { serveItems, tinyPortfolio, type Item } from './tinyPortfolio';
import { tinyMicora, tinyShell } from './tinySite';

export interface TinySite {
  store: Store;
  /** The first release, which is live when a test begins. */
  first: Release;
  items: Item[];
  backendUrl: string;
  lines: string[];
  log: (line: string) => void;
  /** Deploys a change; by default, a refresh without new builds. Without `backendUrl`, pages keep their data. */
  deploy: (options?: Partial<DeployOptions>) => Promise<Release>;
  /** Deploys builds. If none are given, deploys only the backend's current data. */
  put: (...builds: LoadedBuild[]) => Promise<Release>;
  back: (app?: string, version?: string) => Promise<Release>;
  /**
   * Makes an earlier release live again with its old data. No command can do this. The next refresh replaces the old data.
   */
  restore: (number: number, store?: Store) => Promise<void>;
  /** Returns the live release, after checking that all its files are stored and unaltered. */
  live: () => Promise<Release>;
  /** Returns the content of a file in the live release, or the string `'undefined'` if the release has no such file. */
  page: (file: string) => Promise<string>;
}

/**
 * Gives each test in a file its own site: a shell, a portfolio with one record, and MiCora.
 *
 * @param newStore creates a site's store; by default, an in-memory store
 */
export function useTinySite(newStore: () => Store | Promise<Store> = memoryStore): TinySite {
  const site = { lines: [], items: [] } as unknown as TinySite;
  site.log = (line) => void site.lines.push(line);
  site.deploy = (options) =>
    deploy({ store: site.store, change: { kind: 'refresh' }, log: site.log, ...options });
  site.put = (...builds) =>
    site.deploy({
      ...(builds.length > 0 && { change: { kind: 'deploy', builds } }),
      backendUrl: site.backendUrl,
    });
  site.back = (app = 'studio-remote', version) =>
    rollback({ store: site.store, app, version, log: site.log });
  site.restore = async (number, store = site.store) => {
    const earlier = await readNumber(store, number);
    const live = await findLive(store);
    if (!earlier || !live) throw new Error(`There is no release ${number}.`);
    const again = { ...earlier, base: live.release.id };
    const own = describeDeployment(again, { number: live.newest + 1, who: 'Ada', what: 'test' });
    if (!(await publish(store, { ...again, log: [own, ...live.release.log] }, live.newest + 1)))
      throw new Error('Another change went live first.');
  };
  site.live = () => expectWholeStore(site.store);
  site.page = async (file) => {
    const { pages, files } = (await liveRelease(site.store)) ?? site.first;
    const content = pages[file]?.content ?? files[file];
    return String(content && (await site.store.read(`pages/${content}`)));
  };
  // The site is deployed only once, before the first test. Each test gets a copy of its store.
  const store = memoryStore();
  let made: Promise<Release> | undefined;
  beforeEach(async () => {
    site.items = [{ id: 'abc', title: 'Harbour' }];
    site.backendUrl = await serveItems(() => site.items);
    site.store = await newStore();
    const builds = [tinyShell(), tinyPortfolio(), tinyMicora()];
    const change = { kind: 'deploy', builds } as const;
    site.first = await (made ??= site.deploy({ store, change, backendUrl: site.backendUrl }));
    await copyStore(store, site.store);
    site.lines = [];
  });
  return site;
}
