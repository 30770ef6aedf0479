import { hydrated } from '../browser/hydrated';
import { openTyped } from '../browser/openTyped';
import { projectRecords } from '../browser/projectRecords';
import { startDevelopmentServer, type DevelopmentServer } from '../browser/startDevelopmentServer';
import { storedRecords } from '../browser/storedRecords';
import { expect, siteUrl, test } from '../browser/test';

test.describe('Development: one remote against a live site', () => {
  test.describe.configure({ mode: 'serial' });
  let server: DevelopmentServer;

  test.beforeAll(async () => {
    test.setTimeout(300_000);
    server = await startDevelopmentServer(`studio-remote --against ${siteUrl('SITE_URL')}`);
  });
  test.afterAll(async () => {
    await server.stop();
  });

  test('Development: its pages are rendered here, and a component changes in the open page', async ({
    page,
    request,
  }) => {
    expect(await (await request.get(`${server.url}/contact`)).text()).toContain('/assets/shell/dev/main.js');
    const stays = await openTyped(page, server.url);
    await server.edit(
      'studio-remote/src/pages/contact/ContactPage.tsx',
      'Tell us what you need.',
      'Tell us everything.',
    );
    await expect(page.getByRole('heading', { name: 'Tell us everything.' })).toBeVisible({ timeout: 30_000 });
    await stays();
  });

  test('Development: pages of the other remote and all data are the live ones', async ({ page, request }) => {
    await page.goto(`${server.url}/projects`);
    await hydrated(page);
    await expect(page.getByRole('article')).toHaveCount((await projectRecords()).length);
    const [here, live] = await Promise.all([request.get(`${server.url}/micora`), request.get('/micora')]);
    expect(await here.text()).toBe(await live.text());
    expect(here.headers()['x-release']).toBe(live.headers()['x-release']);
  });

  test('Development: a move from a live page to the remote is a full page load', async ({ page }) => {
    await page.goto(`${server.url}/micora`);
    await hydrated(page);
    const loaded = page.waitForEvent('load');
    await page.locator('a[href="/"]').first().click();
    await loaded;
    await expect(page).toHaveURL(`${server.url}/`);
    await hydrated(page);
    expect(await page.locator('script#page').textContent()).toContain('"version":"dev"');
  });

  test.describe('', () => {
    test.use({ expectedNoise: [/status of 503|^status 503/] });

    test('Development: no form reaches the live backend', async ({ page }) => {
      await page.goto(`${server.url}/contact`);
      await hydrated(page);
      const email = `against-${Date.now()}@example.com`;
      await page.getByRole('textbox', { name: 'Full name' }).fill('Ada Lovelace');
      await page.getByRole('textbox', { name: 'Email address' }).fill(email);
      await page.getByRole('textbox', { name: 'Project details' }).fill('An engine.');
      await page.getByRole('button', { name: 'Send Message' }).click();
      await expect(page.getByText('There was an error submitting your message')).toBeVisible();
      expect(await storedRecords('form_submits', 'email_address', email)).toEqual([]);
    });
  });
});
