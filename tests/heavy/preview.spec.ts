import { previewRelease, type Preview } from '@site/platform';
import { hydrated, openHydrated } from '../browser/hydrated';
import { navigateTo } from '../browser/navigateTo';
import { copySite, type RunningSite } from '../browser/startSite';
import { expect, siteUrl, test } from '../browser/test';
import { watchShifts } from '../browser/watchShifts';

const PRIVATE = { 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' };
let site: RunningSite;
let preview: Preview;
let previewUrl: string;
/** The live site's address at the host `localhost`. To browsers, `localhost` and the preview's host are different sites. */
let liveUrl: string;

test.describe.configure({ mode: 'default' });

test.beforeAll(async () => {
  const backendUrl = siteUrl('SITE_BACKEND_URL');
  site = await copySite();
  const { store, previews } = site;
  const builds = [await site.otherBuild('studio-remote', 'Our projects', 'All our projects')];
  const log = () => undefined;
  const made = await previewRelease({ store, previews, builds, backendUrl, name: 'pr-12', log });
  if (!made) throw new Error('There is nothing to preview.');
  preview = made;
  previewUrl = site.previewUrl(preview.label);
  liveUrl = site.url.replace('127.0.0.1', 'localhost');
});
test.afterAll(async () => {
  await site.stop();
});

test.describe('Deployment: previews', () => {
  test('a preview has its own address, shows every page, and does not change the live site', async ({
    page,
  }) => {
    const answer = await page.goto(`${previewUrl}/projects`);
    expect(answer?.headers()).toMatchObject(PRIVATE);
    await hydrated(page);
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText('All our projects');

    const menu = page.getByRole('navigation', { name: 'Main' });
    await menu.getByRole('link', { name: 'About' }).click();
    await expect(page).toHaveURL(`${previewUrl}/about`);
    expect((await page.reload())?.headers()).toMatchObject(PRIVATE);
    await hydrated(page);
    await menu.getByRole('link', { name: 'Projects' }).click();
    await expect(heading).toHaveText('All our projects');
    await openHydrated(page, `${previewUrl}/micora`);
    await expect(page).toHaveTitle(/MiCora/);

    await openHydrated(page, `${liveUrl}/projects`);
    await expect(heading).toHaveText('Our projects');
    expect(await page.context().cookies()).toEqual([]);
  });

  test('`?boundaries` shows which app owns which part of a preview, without layout shifts', async ({
    page,
  }) => {
    const shifts = await watchShifts(page);
    await page.goto(`${previewUrl}/about?boundaries`);
    const parts = page.getByRole('list', { name: 'Which app owns which part' }).getByRole('listitem');
    const { builds } = preview.release;
    const version = (remote: string) => builds[`${remote}-remote`]?.version;
    const shell = builds.shell?.version;
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

    await navigateTo(page, '/nowhere');
    await expect(parts).toHaveText(['header', 'main', 'footer'].map((part) => `${part}: shell ${shell}`));
    await navigateTo(page, '/micora');
    const micora = ['header', 'main', 'footer'].map((part) => `${part}: micora ${version('micora')}`);
    await expect(parts).toHaveText(micora);
  });

  test('`?boundaries` does nothing on the live site, or on a preview that cannot read its release', async ({
    page,
    context,
    expectedNoise,
  }) => {
    expectedNoise.push(/ERR_FAILED/);
    for (const [origin, isLost] of [
      [liveUrl, false],
      [previewUrl, true],
    ] as const) {
      if (isLost) await context.route('**/release.json', (route) => route.abort());
      await openHydrated(page, `${origin}/about?boundaries`);
      await page.waitForLoadState('networkidle');
      await expect(page.locator('[data-owner], .boundaries')).toHaveCount(0);
    }
  });

  test('a preview refuses form submissions, and the form reports the failure as usual', async ({
    page,
    expectedNoise,
  }) => {
    expectedNoise.push(/403/);
    await openHydrated(page, `${previewUrl}/contact`);
    await page.getByLabel('Full Name').fill('Ada');
    await page.getByLabel('Email').first().fill('ada@example.com');
    await page.getByLabel('Project Details').fill('A letter');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByRole('alert')).toContainText('There was an error submitting your message');
    await expect(page.getByLabel('Project Details')).toHaveValue('A letter');
  });
});

/**
 * Runs in the browser. Tries to use the site at `origin` in several ways, and returns the outcome of each attempt.
 *
 * @param writes whether to also submit a form and set a cookie
 */
async function attack({
  origin,
  writes,
}: {
  origin: string;
  writes: boolean;
}): Promise<Record<string, string>> {
  const list = 'page=1&perPage=500&sort=created&skipTotal=1';
  const attempt = async (work: () => unknown) => {
    try {
      return String(await work());
    } catch {
      return 'refused';
    }
  };
  const send = async () => {
    const form = { full_name: 'A', email_address: 'a@example.com', project_details: 'A' };
    const headers = { 'content-type': 'application/json' };
    const options = { method: 'POST', headers, body: JSON.stringify(form) };
    return (await fetch(`${origin}/api/collections/form_submits/records`, options)).status;
  };
  const outcomes = {
    local: await attempt(() => localStorage.getItem('kept')),
    cookie: await attempt(() => document.cookie),
    page: await attempt(async () => (await fetch(`${origin}/about`)).status),
    record: await attempt(
      async () => (await fetch(`${origin}/api/collections/projects/records?${list}`)).status,
    ),
    unread: await attempt(async () => (await fetch(`${origin}/about`, { mode: 'no-cors' })).type),
    form: await attempt(() => (writes ? send() : 'not sent')),
    tab: await attempt(async () => {
      const tab = window.open(`${origin}/about`);
      for (let tries = 0; tries < 30 && tab && !tab.closed; tries += 1) {
        await new Promise((done) => setTimeout(done, 100));
        if (tab.document.title !== '') return tab.document.title;
      }
      return 'cut off';
    }),
  };
  if (writes) document.cookie = 'planted=mine; domain=localhost; path=/';
  return outcomes;
}

test.describe('Security: preview scripts', () => {
  test('a preview script cannot access storage, cookies, forms or pages of the live site', async ({
    page,
    context,
    expectedNoise,
  }) => {
    // The browser logs an error for each access that it blocks, so allow any message.
    expectedNoise.push(/./);
    await page.goto(`${liveUrl}/about`);
    await page.evaluate(() => {
      localStorage.setItem('kept', 'secret');
      document.cookie = 'kept=secret; path=/';
    });
    // The attack page has no Content-Security-Policy, so only the separation of the two sites can stop the attack.
    await context.route('**/attack', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Attack</title>' }),
    );
    const attackFrom = async (origin: string, writes: boolean) => {
      const other = await context.newPage();
      await other.goto(`${origin}/attack`);
      return other.evaluate(attack, { origin: liveUrl, writes });
    };
    // First run the attack from the live site itself, where it must succeed. If the attack then fails from the preview,
    // only the preview's different origin can have stopped it.
    expect(await attackFrom(liveUrl, false)).toMatchObject({
      local: 'secret',
      cookie: 'kept=secret',
      page: '200',
      record: '200',
      unread: 'basic',
    });
    expect(await attackFrom(previewUrl, true)).toEqual({
      local: 'null',
      cookie: '',
      page: 'refused',
      record: 'refused',
      unread: 'refused',
      form: 'refused',
      tab: expect.stringMatching(/^(?:refused|cut off)$/) as unknown,
    });
    expect((await context.cookies(liveUrl)).map(({ name }) => name)).toEqual(['kept']);
  });
});
