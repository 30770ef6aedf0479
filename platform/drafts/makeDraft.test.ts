import '../testing/renderHere';
import { beforeEach, expect, test } from '@jest/globals';
import { findLive } from '../release/readReleases';
import { folderStore } from '../store/folderStore';
import type { Store } from '../store/Store';
import { memoryStore } from '../testing/memoryStore';
import { simulatedClock } from '../testing/simulatedClock';
import { serveItems } from '../testing/tinyPortfolio';
import { useTinySite } from '../testing/useTinySite';
import { ALL_DRAFTS, draftLabel } from './draftLabel';
import { makeDraft } from './makeDraft';

const HOUR = 3_600_000;

const site = useTinySite();
let drafts: Store;
let title: string;
let clock: ReturnType<typeof simulatedClock>;
beforeEach(() => {
  drafts = memoryStore();
  title = 'Lighthouse';
  clock = simulatedClock();
});

async function make(id = 'def'): Promise<Store> {
  const backendUrl = await serveItems(() => [...site.items, { id: 'def', title }]);
  const label = draftLabel('k'.repeat(40), id);
  await makeDraft({ store: site.store, drafts, label, backendUrl, note: 'A draft', log: site.log });
  return folderStore(drafts, label);
}
const releaseIn = async (folder: Store) => (await findLive(folder))?.release;

test('a draft has only the pages that it changes', async () => {
  const { pages = {} } = (await releaseIn(await make())) ?? {};
  expect(Object.keys(pages).sort()).toEqual(['projects.html', 'projects/def.html']);
});

test.each([
  ['def', '/projects/def'],
  [ALL_DRAFTS, '/projects'],
])('if the draft does not change the home page, the address of %s leads to %s', async (id, path) => {
  const { made } = (await releaseIn(await make(id))) ?? {};
  expect(made?.shell?.redirects).toEqual({ '/': path });
});

test('contents that only earlier releases of a draft name are removed after a day', async () => {
  const contents = async (folder: Store) =>
    Object.values((await releaseIn(folder))?.pages ?? {}).map(({ content }) => content);
  const before = await contents(await make());
  title = 'Lighthouse at night';
  await clock.pass(2 * HOUR);
  const folder = await make();
  expect(await folder.list('releases')).toHaveLength(1);
  for (const content of before) expect(await folder.read(`pages/${content}`)).toBeDefined();
  await clock.pass(25 * HOUR);
  await make();
  for (const content of before) expect(await folder.read(`pages/${content}`)).toBeUndefined();
  for (const content of await contents(folder)) expect(await folder.read(`pages/${content}`)).toBeDefined();
});
