import { startTestBackend } from '@site/backend/testing/startTestBackend';
import { deploy } from '@site/platform/release/deploy';
import { openHydrated } from '../browser/hydrated';
import { copySite } from '../browser/startSite';
import { expect, test } from '../browser/test';

test('§2 pages of an empty or nearly empty portfolio hydrate without changes', async ({ page }) => {
  const backend = await startTestBackend({ seeded: false });
  const site = await copySite(backend.url);
  const projects = backend.operator.collection('projects');
  const release = () =>
    deploy({
      store: site.store,
      change: { kind: 'refresh' },
      backendUrl: backend.url,
      acceptRemovals: true,
      log: () => undefined,
    });
  const expectHydrated = async (...paths: string[]) => {
    for (const path of paths) {
      await openHydrated(page, site.url + path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      // Wait until the page has read its data again in the background, so that an error in this read also fails the test.
      await page.waitForLoadState('networkidle');
    }
  };
  try {
    await release();
    await expectHydrated('/', '/projects');
    const { id } = await projects.create({ title: 'Only a title' });
    await release();
    await expectHydrated('/', '/projects', `/projects/${id}`);
    const more = { category: 'R&D', status: 'Completed', long_description: '<p></p>', technologies: [] };
    await projects.update(id, more);
    const next = await projects.create({ title: 'Next', images: [], ...more });
    await release();
    await expectHydrated('/', '/projects', '/projects?category=R%26D');
    await expect(page.getByRole('article')).toHaveCount(2);
    await expectHydrated(`/projects/${id}`, `/projects/${next.id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Next');
  } finally {
    await page.goto('about:blank');
    await site.stop();
    await backend.stop();
  }
});
