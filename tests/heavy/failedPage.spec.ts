import { startTestBackend } from '@site/backend/testing/startTestBackend';
import { deploy, loadBuild, type LoadedBuild, type Release } from '@site/platform';
import { buildFrom } from '@site/platform/testing/tinyBuild';
import { openHydrated } from '../browser/hydrated';
import { navigateTo } from '../browser/navigateTo';
import { copySite, type RunningSite } from '../browser/startSite';
import { expect, test } from '../browser/test';

async function failingBuild({ store, release }: RunningSite, title: string) {
  const version = release.builds['studio-remote']?.version ?? '';
  const { description, server, files } = await loadBuild(store, 'studio-remote', version, () => true);
  const code = `
    const source = module.exports.sources['studio/ProjectPage'];
    const { prepare } = source;
    source.prepare = (data, ...more) => {
      if (data.record.title === '${title}') throw new Error('odd');
      return prepare(data, ...more);
    };`;
  return buildFrom(description, server + code, files);
}

test('§2 a project whose page could not be rendered is still shown at its address', async ({
  page,
  request,
}) => {
  const backend = await startTestBackend({ seeded: false });
  const site = await copySite(backend.url);
  const publish = async (builds?: LoadedBuild[]): Promise<Release> =>
    deploy({
      store: site.store,
      change: builds ? { kind: 'deploy', builds } : { kind: 'refresh' },
      backendUrl: backend.url,
      acceptRemovals: true,
      log: () => undefined,
    });
  const create = async (title: string) => {
    const facts = { category: 'Web', status: 'Completed', description: `${title} in short.` };
    return backend.operator.collection('projects').create({ title, ...facts });
  };
  try {
    await create('Harbour');
    await publish();
    await publish([await failingBuild(site, 'Odd')]);
    const { id } = await create('Odd');
    const path = `/projects/${id}`;
    expect(Object.keys((await publish()).behind ?? {})).toEqual([`projects/${id}.html`]);

    const answer = await request.get(site.url + path);
    expect([answer.status(), answer.headers()['cache-control']]).toEqual([200, 'no-store']);
    expect((await request.get(`${site.url}/projects/nobody`)).status()).toBe(404);
    expect(await (await request.get(`${site.url}/health`)).json()).toMatchObject({ pages: false });

    const expectShown = async () => {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Odd');
      await expect(page).toHaveTitle(/^Odd /);
      await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', 'Odd in short.');
      await expect(page.locator('meta[name="robots"]')).toHaveCount(0);
    };
    await openHydrated(page, site.url + path);
    await expectShown();
    await page.reload();
    await expectShown();
    await openHydrated(page, `${site.url}/projects`);
    await navigateTo(page, path);
    await expectShown();
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', new RegExp(`${path}$`));

    await backend.operator.collection('projects').update(id, { title: 'Mended' });
    expect(await publish()).not.toHaveProperty('failed');
    await openHydrated(page, site.url + path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mended');
    expect((await request.get(site.url + path)).headers()['cache-control']).toBe('no-cache');
  } finally {
    await page.goto('about:blank');
    await site.stop();
    await backend.stop();
  }
});
