import { stripVTControlCharacters } from 'node:util';
import type { Page } from '@playwright/test';
import type { Superuser } from '@site/backend/openSuperuser';
import { signIn } from '@site/backend/signIn';
import { everyAddress } from '../browser/everyAddress';
import { hydrated, openHydrated } from '../browser/hydrated';
import { projectRecords } from '../browser/projectRecords';
import { startDevelopmentServer, type DevelopmentServer } from '../browser/startDevelopmentServer';
import { storedRecords } from '../browser/storedRecords';
import { expect, siteUrl, test } from '../browser/test';
import { typeBeforeScripts } from '../browser/typeBeforeScripts';
import { visitPages } from '../browser/visitPages';

const PAGE = 'studio-remote/src/pages/contact/ContactPage.tsx';
const CLAIM = 'Tell us what you need.';

/** How long an edit may take to appear on a busy machine, in milliseconds. */
const EDIT_LIMIT = 30_000;

let server: DevelopmentServer;

/** @param args returns the arguments to put after `npm run dev --` */
function useServer(args = () => ''): void {
  test.describe.configure({ mode: 'serial' });
  test.beforeAll(async () => {
    test.setTimeout(300_000);
    server = await startDevelopmentServer(args());
  });
  test.afterAll(async () => {
    expect(await server.stop()).toBe(0);
  });
}

/**
 * Opens the contact page and types a name.
 *
 * @returns a function that fails the test if the page has lost the name or has been reloaded
 */
async function openTyped(page: Page): Promise<() => Promise<void>> {
  await openHydrated(page, `${server.url}/contact`);
  const name = page.getByRole('textbox', { name: 'Full name' });
  await name.fill('Ada Lovelace');
  await page.evaluate(() => document.documentElement.setAttribute('data-loaded-once', ''));
  return async () => {
    await expect(name).toHaveValue('Ada Lovelace');
    await expect(page.locator('html')).toHaveAttribute('data-loaded-once');
  };
}

test.describe('Development: npm run dev', () => {
  useServer();

  // Test hydration in development, because only React's development build reports attributes that differ between the
  // server's HTML and the browser's.
  test('Hydration: a page of each route is prerendered and hydrates without messages', async ({
    page,
    expectedNoise,
  }) => {
    // The browser logs an error for the 404 page's status.
    expectedNoise.push(/status of 404|^status 404/);
    test.setTimeout(180_000);
    await visitPages(page, server.url, await everyAddress());
  });

  test('§4 the form can be filled in before its scripts load, without messages', async ({ page }) => {
    await typeBeforeScripts(page, server.url);
  });

  test('Development: ?boundaries shows which app owns which part', async ({ page }) => {
    await openHydrated(page, `${server.url}/contact?boundaries`);
    const parts = page.getByRole('list', { name: 'Which app owns which part' }).getByRole('listitem');
    await expect(parts).toHaveText([/^header: shell /, /^main: studio /, /^footer: shell /]);
  });

  test('Development: Module Federation’s devtools see the apps', async ({ page }) => {
    await openHydrated(page, `${server.url}/contact`);
    // The devtools read Module Federation's global variable `__FEDERATION__` as JSON, so read it the same way.
    const seen = await page.evaluate(() => {
      type Shared = Record<string, { default?: { react?: Record<string, object> } }>;
      interface Federation {
        __INSTANCES__: { name: string }[];
        moduleInfo: object;
        __SHARE__: Shared;
      }
      const { __INSTANCES__, moduleInfo, __SHARE__ } = (window as unknown as { __FEDERATION__: Federation })
        .__FEDERATION__;
      const [, scopes] = Object.entries(__SHARE__).find(([instance]) => instance.startsWith('shell')) ?? [];
      const react = Object.values(scopes?.default?.react ?? {});
      const instances = __INSTANCES__.map(({ name }) => name);
      return JSON.parse(JSON.stringify({ instances, moduleInfo, react })) as object;
    });
    const manifest = `${server.url}/assets/studio-remote/dev/mf-manifest.json`;
    expect(seen).toMatchObject({
      instances: ['shell', 'studio'],
      moduleInfo: {
        shell: { remotesInfo: { studio: { matchedVersion: manifest } } },
        [`studio:${manifest}`]: { remoteEntry: 'remoteEntry.js', modules: [{ modulePath: './routes' }] },
      },
      react: [{ loaded: true, useIn: ['studio'] }],
    });
  });

  test('Development: edited components, styles and public files appear, and state is kept', async ({
    page,
    request,
  }) => {
    const expectKept = await openTyped(page);

    await server.edit(PAGE, CLAIM, 'Tell us everything.');
    await expect(page.getByRole('heading', { name: 'Tell us everything.' })).toBeVisible({
      timeout: EDIT_LIMIT,
    });
    await expectKept();

    await server.edit(
      'studio-remote/src/pages/contact/ContactPage.module.css',
      'max-width: 9em',
      'max-width: 123px',
    );
    await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('max-width', '123px', {
      timeout: EDIT_LIMIT,
    });

    await server.edit('shell/src/layout/Footer.tsx', '>Company<', '>The company<');
    await expect(page.getByRole('heading', { name: 'The company' })).toBeVisible({ timeout: EDIT_LIMIT });
    await expect(page.getByRole('heading', { name: 'Tell us everything.' })).toBeVisible();
    await expectKept();

    await server.edit(PAGE, 'Tell us everything.', CLAIM);
    await expect(page.getByRole('heading', { name: CLAIM })).toBeVisible({ timeout: EDIT_LIMIT });
    await expect(page.getByRole('heading', { name: 'The company' })).toBeVisible();
    await expectKept();

    await server.edit('shell/public/favicon.svg', '#ff6a45', '#123456');
    const icon = `${server.url}/assets/shell/dev/favicon.svg`;
    await expect
      .poll(async () => (await request.get(icon)).text(), { timeout: EDIT_LIMIT })
      .toContain('#123456');
  });

  test('Development: build errors appear in the page and the terminal, and the page keeps its state', async ({
    page,
    context,
    expectedNoise,
  }) => {
    // The open page also logs the build error to the console.
    expectedNoise.push(/status of 500|^status 500|webpack-dev-middleware/);
    const expectKept = await openTyped(page);

    await server.edit(PAGE, 'return (', 'return ((');
    const overlay = page.getByTitle('Build errors and warnings').contentFrame();
    const buildError = overlay.getByText('ContactPage.tsx');
    await expect(buildError.first()).toBeVisible({ timeout: EDIT_LIMIT });
    await expect.poll(server.output).toContain('contact/ContactPage.tsx');
    const other = await context.newPage();
    await other.goto(`${server.url}/contact`);
    await expect(other.getByRole('heading', { name: 'This page cannot be shown' })).toBeVisible();
    await expect(other.getByRole('alert')).toContainText('ContactPage.tsx');

    await server.edit(PAGE, 'return ((', 'return (');
    await expect(buildError).toHaveCount(0, { timeout: EDIT_LIMIT });
    await expectKept();
    await expect(other.getByRole('heading', { name: CLAIM })).toBeVisible({ timeout: EDIT_LIMIT });

    const broken = "if (typeof window === 'undefined') throw new Error('no window here');\n  return (";
    await server.edit(PAGE, 'return (', broken);
    await expect.poll(async () => (await page.goto(`${server.url}/contact`))?.status()).toBe(500);
    await expect(page.getByRole('alert')).toContainText(
      /\/contact of studio-remote cannot be rendered: no window here \(studio-remote\/src\/pages\/contact\/ContactPage\.tsx:\d+:\d+\)/,
    );
    await server.edit(PAGE, broken, 'return (');
    await expect(page.getByRole('heading', { name: CLAIM })).toBeVisible({ timeout: EDIT_LIMIT });
  });

  test('Development: an error in a component is shown with its stack until it is fixed', async ({
    page,
    expectedNoise,
  }) => {
    expectedNoise.push(/no pencil here/);
    await openHydrated(page, `${server.url}/contact`);
    const broken = "if (typeof window !== 'undefined') throw new Error('no pencil here');\n  return (";
    await server.edit(PAGE, 'return (', broken);
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('Error: no pencil here', { timeout: EDIT_LIMIT });
    await expect(alert).toContainText(/at ContactPage \(.*\/assets\/studio-remote\//);
    await server.edit(PAGE, broken, 'return (');
    await expect(page.getByRole('heading', { name: CLAIM })).toBeVisible({ timeout: EDIT_LIMIT });
  });

  test('Development: a page recovers from an error in an effect once the error is fixed', async ({
    page,
    expectedNoise,
  }) => {
    // webpack cannot apply an update to a page that has crashed, so it logs a message and reloads the page.
    expectedNoise.push(/no effect here|webpack-dev-middleware/);
    await openHydrated(page, `${server.url}/contact`);
    const importing = "import { useEffect } from 'react';\n";
    const text = await server.read(PAGE);
    await server.write(
      PAGE,
      importing +
        text.replace(
          'return (',
          "useEffect(() => {\n    throw new Error('no effect here');\n  }, []);\n  return (",
        ),
    );
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('Error: no effect here', { timeout: EDIT_LIMIT });
    await page.reload();
    await expect(alert).toContainText('Error: no effect here', { timeout: EDIT_LIMIT });
    await server.write(PAGE, text);
    await expect(page.getByRole('heading', { name: CLAIM })).toBeVisible({ timeout: EDIT_LIMIT });
  });

  test('Development: a page that begins to use a shared module works without a manual reload', async ({
    page,
    expectedNoise,
  }) => {
    expectedNoise.push(/webpack-dev-middleware|is not a function/);
    const file = 'studio-remote/src/pages/about/AboutPage.tsx';
    await openHydrated(page, `${server.url}/about`);
    const text = await server.read(file);
    expect(text).not.toContain("from 'react'");
    await server.write(
      file,
      "import { useState } from 'react';\n" +
        text
          .replace('AboutPage() {\n', "AboutPage() {\n  const [words] = useState('Kept in a state');\n")
          .replace('<Hero />', '<Hero />\n      <p>{words}</p>'),
    );
    await expect(page.getByText('Kept in a state')).toBeVisible({ timeout: EDIT_LIMIT });
    // The page has reloaded. Wait until it has hydrated, because Fast Refresh would lose an update that arrived before then.
    await hydrated(page);
    await server.write(file, (await server.read(file)).replace('Kept in a state', 'Edited once more'));
    await expect(page.getByText('Edited once more')).toBeVisible({ timeout: EDIT_LIMIT });
    await server.write(file, text);
    await expect(page.getByText('Edited once more')).toBeHidden({ timeout: EDIT_LIMIT });
  });

  test('Development: an edit to a record appears in open pages', async ({ page }) => {
    const output = stripVTControlCharacters(server.output());
    const [, url = ''] = /The backend's dashboard is at (\S+)\/_\/,/.exec(output) ?? [];
    const [, file = ''] = /The dashboard's account is in (\S+\.json)\./.exec(output) ?? [];
    const superuser = JSON.parse(await server.read(file)) as Superuser;
    const operator = await signIn({ url, superuser });
    await openHydrated(page, `${server.url}/projects`);
    await operator.collection('projects').create({ title: 'Seen at once' });
    await expect(page.getByRole('heading', { name: 'Seen at once' })).toBeVisible({ timeout: EDIT_LIMIT });
    expect(await (await page.request.get(`${server.url}/projects`)).text()).toContain('Seen at once');
  });

  test('Development: a type error appears in the terminal and does not stop the build', async ({ page }) => {
    test.setTimeout(180_000);
    await openHydrated(page, `${server.url}/contact`);
    const illTyped = `<h1 className={styles.claim} tabIndex="0">`;
    await server.edit(PAGE, '<h1 className={styles.claim}>', illTyped);
    await expect(page.getByRole('heading', { level: 1 })).toHaveAttribute('tabindex', '0', {
      timeout: EDIT_LIMIT,
    });
    const typeError = /ContactPage\.tsx[(:]\d+[,:]40\)?:?(?: -)? error TS2322/;
    const output = () => stripVTControlCharacters(server.output());
    await expect.poll(output, { timeout: 120_000 }).toMatch(typeError);
    await server.edit(PAGE, illTyped, '<h1 className={styles.claim}>');
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveAttribute('tabindex', {
      timeout: EDIT_LIMIT,
    });
    await expect.poll(output, { timeout: 120_000 }).toContain('No more type errors.');
  });

  test('Development: a new page appears without a restart', async ({ page, expectedNoise }) => {
    // The open page must reload, because routes cannot be replaced in a running page. The page logs the reload.
    expectedNoise.push(/status of 404|^status 404|webpack-dev-middleware/);
    const team = `${server.url}/team`;
    expect((await page.goto(team))?.status()).toBe(404);
    await server.write(
      'studio-remote/src/pages/team/TeamPage.tsx',
      `export function TeamPage() {\n  return <h1>Our team</h1>;\n}\n`,
    );
    const handle = `{ title: 'Team', description: 'Who we are.' }`;
    const lazy = `async () => ({ Component: (await import(/* webpackChunkName: "TeamPage" */ './pages/team/TeamPage')).TeamPage })`;
    await server.edit(
      'studio-remote/src/routes.tsx',
      'PageRoute[] = [',
      `PageRoute[] = [\n  { id: 'studio/TeamPage', path: '/team', handle: ${handle}, lazy: ${lazy} },`,
    );
    await server.edit('studio-remote/remote.config.ts', `'/about',`, `'/about', '/team',`);
    await expect.poll(async () => (await page.goto(team))?.status(), { timeout: EDIT_LIMIT }).toBe(200);
    await hydrated(page);
    await expect(page.getByRole('heading', { name: 'Our team' })).toBeVisible();
  });
});

test.describe('Development: one remote against a live site', () => {
  useServer(() => `studio-remote --against ${siteUrl('SITE_URL')}`);

  test('Development: only the remote’s own pages are local, and everything else is live', async ({
    page,
    request,
  }) => {
    const contact = async () => (await request.get(`${server.url}/contact`)).text();
    await expect.poll(contact, { timeout: EDIT_LIMIT }).toContain('/assets/shell/dev/main.js');
    const expectKept = await openTyped(page);
    await server.edit(PAGE, CLAIM, 'Tell us everything.');
    await expect(page.getByRole('heading', { name: 'Tell us everything.' })).toBeVisible({
      timeout: EDIT_LIMIT,
    });
    await expectKept();

    await openHydrated(page, `${server.url}/projects`);
    await expect(page.getByRole('article')).toHaveCount((await projectRecords()).length);
    const [here, live] = await Promise.all([request.get(`${server.url}/micora`), request.get('/micora')]);
    expect(await here.text()).toBe(await live.text());
    expect(here.headers()['x-release']).toBe(live.headers()['x-release']);

    // A navigation from a live page to a page of the local remote loads a new document.
    await openHydrated(page, `${server.url}/micora`);
    const loaded = page.waitForEvent('load');
    await page.locator('a[href="/"]').first().click();
    await loaded;
    await expect(page).toHaveURL(`${server.url}/`);
    await hydrated(page);
    expect(await page.locator('script#page').textContent()).toContain('"version":"dev"');
  });

  test('Development: no form reaches the live backend', async ({ page, expectedNoise }) => {
    expectedNoise.push(/status of 403|^status 403/);
    await openHydrated(page, `${server.url}/contact`);
    const email = `against-${Date.now()}@example.com`;
    await page.getByRole('textbox', { name: 'Full name' }).fill('Ada Lovelace');
    await page.getByRole('textbox', { name: 'Email address' }).fill(email);
    await page.getByRole('textbox', { name: 'Project details' }).fill('An engine.');
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByText('There was an error submitting your message')).toBeVisible();
    expect(await storedRecords('form_submits', 'email_address', email)).toEqual([]);
  });
});
