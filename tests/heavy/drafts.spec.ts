import { freePort } from '@site/backend/testing/freePort';
import { startTestBackend, type TestBackend } from '@site/backend/testing/startTestBackend';
import { draftLabel } from '@site/platform/drafts/draftLabel';
import { deploy } from '@site/platform/release/deploy';
import sharp from 'sharp';
import { openHydrated } from '../browser/hydrated';
import { copySite, type RunningSite } from '../browser/startSite';
import { expect, test } from '../browser/test';
import { askAt } from './askAt';
import { showDrafts } from './showDrafts';

const KEY = 'k'.repeat(40);

/** How long a draft may take to appear on a busy machine, in milliseconds. */
const LIMIT = 30_000;

let backend: TestBackend;
let site: RunningSite;
let stopDrafts: () => Promise<void>;
/** Returns the address that shows a draft, or all drafts if `id` is `all`. */
let getAddress: (id: string) => string;
let published: string;
let draft: string;
let other: string;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  test.setTimeout(180_000);
  const port = await freePort();
  const env = { BACKEND_LIMITS: 'off', PREVIEW_HOST: `localhost:${port}` };
  backend = await startTestBackend({ seeded: false, env });
  await backend.operator.collection('draft_keys').create({ key: KEY });
  const create = async (title: string, more: object = {}) => {
    const values = { title, description: `<p>About ${title}.</p>`, category: ['Branding'], ...more };
    return (await backend.operator.collection('projects').create(values)).id;
  };
  published = await create('Harbour');
  site = await copySite(backend.url);
  const options = { store: site.store, backendUrl: backend.url, log: () => undefined };
  await deploy({ ...options, change: { kind: 'refresh' }, acceptRemovals: true });
  const picture = await sharp({ create: { width: 1200, height: 800, channels: 3, background: '#c86' } })
    .jpeg()
    .toBuffer();
  draft = await create('Lighthouse', {
    draft: true,
    cover_Image: new File([picture], 'cover.jpg', { type: 'image/jpeg' }),
  });
  other = await create('Windmill', { draft: true });
  stopDrafts = await showDrafts(site, backend, KEY, port);
  getAddress = (id) => `http://${draftLabel(KEY, id)}.localhost:${port}`;
});
test.afterAll(async () => {
  await stopDrafts();
  await site.stop();
  await backend.stop();
});

test('§3 a draft is shown at its own address, without other drafts, with its pictures and a note', async ({
  page,
}) => {
  const record = await backend.operator.collection('projects').getOne<{ preview: string }>(draft);
  expect(record.preview).toBe(getAddress(draft));
  const shown = async () => (await askAt(`${getAddress(draft)}/projects/${draft}`)).status;
  await expect.poll(shown, { timeout: LIMIT }).toBe(200);
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await openHydrated(page, `${getAddress(draft)}/projects/${draft}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lighthouse');
    await expect(page.getByText(/^Draft, not public\. Updated \d+ \w+ at \d\d:\d\d$/)).toBeVisible();
    const picture = page.locator('main img').first();
    await expect(picture).toHaveJSProperty('complete', true);
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    // Scroll to the end of the page, to check that the note does not cover the footer.
    await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
    const footer = await page.getByRole('contentinfo').boundingBox();
    const note = await page.locator('#note').boundingBox();
    expect((footer?.y ?? NaN) + (footer?.height ?? NaN)).toBeLessThanOrEqual((note?.y ?? NaN) + 1);
  }
  await openHydrated(page, `${getAddress(draft)}/projects`);
  await expect(page.getByRole('article')).toHaveCount(2);
  await expect(page.getByRole('main')).toContainText('Lighthouse');
  await expect(page.getByRole('main')).not.toContainText('Windmill');
  expect((await askAt(`${getAddress(draft)}/projects`)).headers['x-robots-tag']).toBe('noindex');
});

test('§3 all drafts are shown together at the address for editors', async ({ page }) => {
  const shown = async () => (await askAt(`${getAddress('all')}/projects`)).text;
  await expect.poll(shown, { timeout: LIMIT }).toContain('Windmill');
  await openHydrated(page, `${getAddress('all')}/projects`);
  await expect(page.getByRole('article')).toHaveCount(3);
});

test('§3 a draft is found neither on the live site nor at the address of another draft', async () => {
  const list = '/api/collections/projects/records?page=1&perPage=500&sort=-created';
  const pages = ['/', '/projects', '/sitemap.xml', '/release.json', `/projects/${draft}`, list];
  for (const [origin, hidden] of [
    [site.url, ['Lighthouse', 'Windmill']],
    [getAddress(other), ['Lighthouse']],
  ] as const)
    for (const path of pages) {
      const { text } = await askAt(origin + path);
      for (const title of hidden) expect([origin, path, text.includes(title)]).toEqual([origin, path, false]);
    }
  const record = await backend.operator.collection('projects').getOne<{ cover_Image: string }>(draft);
  const file = `/api/files/projects/${draft}/${record.cover_Image}`;
  const headers = { 'x-draft-key': KEY };
  expect((await askAt(getAddress(draft) + file)).status).toBe(200);
  for (const origin of [site.url, getAddress(other)])
    expect((await askAt(origin + file, headers)).status).toBe(404);
});

test('§3 an edit to a draft appears in its preview, and adds no file to the live site', async () => {
  const before = (await site.store.list('', { deep: true })).map(({ key }) => key).sort();
  await backend.operator.collection('projects').update(draft, { title: 'Lighthouse at night' });
  const shown = async () => (await askAt(`${getAddress(draft)}/projects/${draft}`)).text;
  await expect.poll(shown, { timeout: LIMIT }).toContain('Lighthouse at night');
  expect((await site.store.list('', { deep: true })).map(({ key }) => key).sort()).toEqual(before);
});

test('§3 a preview shows a draft instead of the project that it replaces, and ends when the draft is published', async () => {
  const { id } = await backend.operator
    .collection('projects')
    .create({ title: 'Harbour, rebuilt', category: ['Branding'], draft: true, replaces: published });
  const list = async () => (await askAt(`${getAddress(id)}/projects`)).text;
  await expect.poll(list, { timeout: LIMIT }).toContain('Harbour, rebuilt');
  expect(await list()).not.toContain(`/projects/${published}`);
  await backend.operator.collection('projects').update(draft, { draft: false });
  const shown = async () => (await askAt(`${getAddress(draft)}/projects/${draft}`)).status;
  await expect.poll(shown, { timeout: LIMIT }).toBe(404);
});
