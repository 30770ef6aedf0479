import { previewRelease, type Release } from '@site/tools';
import { hydrated, openHydrated } from './hydrated';
import { moveTo } from './moveTo';
import { copySite, type RunningSite } from './startSite';
import { expect, siteUrl, test } from './test';
import { watchShifts } from './watchShifts';

const log = () => undefined;
const PRIVATE = { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' };
let site: RunningSite;
let previewed: Release;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  const backendUrl = siteUrl('SITE_BACKEND_URL');
  site = await copySite();
  const artifacts = [await site.otherBuild('studio-remote', 'Our projects', 'All our projects')];
  previewed = await previewRelease({ store: site.store, artifacts, backendUrl, log });
});
test.afterAll(async () => {
  await site.stop();
});

test.describe('Deployment: a preview', () => {
  test('is seen by the visitor who asks for it, on every page, and left by its banner', async ({ page }) => {
    const asked = await page.goto(`${site.url}/projects?release=${previewed.id}`);
    expect(asked?.url()).toBe(`${site.url}/projects`);
    expect(asked?.headers()).toMatchObject({ ...PRIVATE, 'x-release': previewed.id });
    expect((await asked?.request().redirectedFrom()?.response())?.headers()).toMatchObject(PRIVATE);
    await hydrated(page);
    const heading = page.getByRole('heading', { level: 1 });
    const leave = page.getByRole('link', { name: 'Preview: leave' });
    await expect(heading).toHaveText('All our projects');
    await expect(leave).toBeVisible();

    const menu = page.getByRole('navigation', { name: 'Main' });
    await menu.getByRole('link', { name: 'About' }).click();
    await expect(page).toHaveURL(/\/about$/);
    await expect(leave).toBeVisible();
    expect((await page.reload())?.headers()).toMatchObject({ ...PRIVATE, 'x-release': previewed.id });
    await hydrated(page);
    await menu.getByRole('link', { name: 'Projects' }).click();
    await expect(heading).toHaveText('All our projects');

    await leave.click();
    await expect(page).toHaveURL(`${site.url}/projects`);
    await expect(heading).toHaveText('Our projects');
    await hydrated(page);
    await expect(leave).toHaveCount(0);
    expect(await page.context().cookies()).toEqual([]);
  });

  test('shows by `?boundaries` which app owns what, wherever its visitor goes, and nothing moves', async ({
    page,
  }) => {
    const shifts = await watchShifts(page);
    await page.goto(`${site.url}/about?release=${previewed.id}`);
    await page.goto(`${site.url}/about?boundaries`);
    const parts = page.getByRole('list', { name: 'Which app owns which part' }).getByRole('listitem');
    const { shell } = previewed.apps;
    const version = (remote: string) => previewed.apps[`${remote}-remote`];
    await expect(parts).toHaveText([
      `header: shell ${shell}`,
      `main: studio ${version('studio')}`,
      `footer: shell ${shell}`,
    ]);
    await page.waitForLoadState('networkidle');
    expect(await shifts()).toEqual([]);
    expect(
      await page.getByRole('main').evaluate((main) => getComputedStyle(main, '::before').content),
    ).toContain(`studio ${version('studio')}`);

    await moveTo(page, '/nowhere');
    await expect(parts).toHaveText(['header', 'main', 'footer'].map((part) => `${part}: shell ${shell}`));
    await moveTo(page, '/micora');
    const micora = ['header', 'main', 'footer'].map((part) => `${part}: micora ${version('micora')}`);
    await expect(parts).toHaveText(micora);
  });

  test('is needed for `?boundaries`, and is none by another cookie, nor while the server does not say which release it is', async ({
    page,
    context,
    expectedNoise,
  }) => {
    expectedNoise.push(/ERR_FAILED/);
    const live = site.release.id;
    for (const [name, value, isLost] of [
      ['release', `${live}2`],
      ['prerelease', live],
      ['a', `release=${live}`],
      ['release', previewed.id, true],
    ] as const) {
      if (isLost) await context.route('**/release.json', (route) => route.abort());
      await context.addCookies([{ name, value, url: site.url }]);
      await openHydrated(page, `${site.url}/about?boundaries`);
      await page.waitForLoadState('networkidle');
      await expect(page.locator('[data-owner], .boundaries, .preview-banner')).toHaveCount(0);
      await context.clearCookies();
    }
  });
});
