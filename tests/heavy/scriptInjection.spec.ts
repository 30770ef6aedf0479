import { signIn } from '@site/backend/testing/signIn';
import { startTestBackend, type TestBackend } from '@site/backend/testing/startTestBackend';
import type { Page } from '@playwright/test';
import type { ReleaseManifest } from '@site/shared/remote';
import attackStrings from '../browser/attackStrings.json' with { type: 'json' };
import { hydrated } from '../browser/hydrated';
import { startSite, type RunningSite } from '../browser/startSite';
import { expect, siteStore, test } from '../browser/test';

const ATTACKS = [...attackStrings.owasp, ...attackStrings.dompurify];

/** How many of them one project has in its description. */
const BATCH = 12;

/** Ends whatever the attack before may have left open, so that each one is read from its start. */
const END = `"'>--></style></script></textarea></title></noscript></template></select></svg></math></form><p>`;

// While the sanitiser parses, the browser reports what it would not have run.
test.use({ expectedNoise: [/Content Security Policy|document requires 'Trusted/] });
test.describe.configure({ mode: 'default' });

test.describe('Security: no known attack runs', () => {
  let backend: TestBackend;
  let site: RunningSite;

  test.beforeAll(async () => {
    test.setTimeout(180_000);
    backend = await startTestBackend({ seeded: false });
    const operator = await signIn(backend);
    const batches = Array.from({ length: Math.ceil(ATTACKS.length / BATCH) }, (_, index) =>
      ATTACKS.slice(index * BATCH, (index + 1) * BATCH),
    );
    for (const [index, batch] of batches.entries()) {
      const within = (limit: number, offset: number) =>
        batch.slice(offset).find((attack) => attack.length <= limit && attack.trim()) ?? `Project ${index}`;
      await operator.collection('projects').create({
        title: within(200, 0),
        description: within(1000, 1),
        category: within(100, 2),
        status: within(100, 3),
        technologies: batch,
        long_description: `<p>Attacks</p>${batch.join(END)}${END}<p>${batch.join('')}`,
      });
    }
    // Their words stand in the heads of the prerendered pages, too.
    site = await startSite({ backendUrl: backend.url, takesFrom: siteStore() });
  });
  test.afterAll(async () => {
    await site.stop();
    await backend.stop();
  });

  test('§3 from the fields of a project, in the list, its filters and its page', async ({ page }) => {
    test.setTimeout(180_000);
    const alarms = watch(page, site.url);
    await page.goto(`${site.url}/projects`);
    const count = Math.ceil(ATTACKS.length / BATCH);
    await expect(page.getByRole('article')).toHaveCount(count);
    await expectHarmless(page);
    const addresses = await page
      .getByRole('article')
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
    expect(new Set(addresses).size).toBe(count);
    for (const filter of await page
      .getByRole('group', { name: 'Filter by category' })
      .getByRole('button')
      .all()) {
      await filter.click();
    }
    await expectHarmless(page);
    for (const address of addresses) {
      const response = await page.goto(address);
      expect(await response?.text()).toContain('<link rel="canonical"');
      await expect(page.getByText('Attacks').first()).toBeVisible();
      await expectHarmless(page);
      expect(await page.getByRole('main').locator('img, svg[onload], style, iframe, form').count()).toBe(0);
    }
    expect(alarms).toEqual([]);
  });

  test.describe('', () => {
    // The release does not know these ids: a 404 page has a 404 status line, in the browser's console too.
    test.use({ expectedNoise: [/status of 404|^status 404/] });

    test('§2 from the id in an address', async ({ page }) => {
      const alarms = watch(page, site.url);
      for (const attack of attackStrings.owasp.slice(-14)) {
        await page.goto(`${site.url}/projects/${encodeURIComponent(attack)}`);
        await expect(page.getByRole('heading', { level: 1, name: 'Project Not Found' })).toBeVisible();
        await expectHarmless(page);
      }
      expect(alarms).toEqual([]);
    });
  });

  test.describe('', () => {
    // Pictures of such names are not there.
    test.use({ expectedNoise: [/404|400|414|Content Security Policy|document requires 'Trusted/] });

    test('§3 from names that our own backend would never give', async ({ page }) => {
      const alarms = watch(page, site.url);
      const names = attackStrings.owasp;
      const items = names.map((name, index) => ({
        id: name,
        collectionId: name,
        collectionName: index % 2 === 0 ? name : 'projects',
        title: name,
        cover_Image: name,
        images: [name, 'javascript:alert(1)'],
        technologies: { [name]: name },
        updated: name,
      }));
      await page.route('**/api/collections/projects/records*', (route) => route.fulfill({ json: { items } }));
      await page.goto(`${site.url}/projects`);
      await expect(page.getByRole('article')).toHaveCount(names.length);
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      await expectHarmless(page);
      await page.goto(`${site.url}/projects/any`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectHarmless(page);
      expect(alarms).toEqual([]);
    });
  });

  test.describe('', () => {
    test.use({ expectedNoise: [/Not allowed to launch 'micora:|Failed to launch 'micora:/] });

    test('§4 from the values of a verification link, which reach the app and nothing else', async ({
      page,
    }) => {
      const alarms = watch(page, site.url);
      for (const attack of attackStrings.owasp.slice(-14)) {
        const query = new URLSearchParams({ userId: attack, secret: attack, lang: attack }).toString();
        await page.goto(`${site.url}/micora/verification?${query}#${encodeURIComponent(attack)}`);
        await hydrated(page);
        await expect(page.getByText('Redirecting to MiCora...')).toBeVisible();
        expect(page.url()).toBe(`${site.url}/micora/verification`);
        await expectHarmless(page);
      }
      expect(
        alarms.filter((alarm) => !alarm.startsWith('request elsewhere: micora://verification?')),
      ).toEqual([]);
    });
  });
});

test.describe('Security: a page of a release', () => {
  test('loads only the entries of its release, whatever query, storage and cookies name', async ({
    page,
    context,
    request,
    baseURL,
  }) => {
    const other = `${baseURL}/assets/studio-remote/dev/remoteEntry.js`;
    const names = [
      'against',
      'remote',
      'studio',
      'studio-remote',
      'override',
      'entry',
      'FEDERATION_DEBUG',
      'siteReactRefresh',
    ];
    await context.addCookies(
      names.map((name) => ({ name, value: encodeURIComponent(other), url: baseURL ?? '' })),
    );
    await context.addInitScript(
      ([keys, entry]) => {
        for (const storage of [localStorage, sessionStorage]) {
          for (const key of keys) storage.setItem(key, entry);
        }
      },
      [names, other] as const,
    );
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
    });
    const query = names.map((name) => `${name}=${encodeURIComponent(other)}`).join('&');
    await page.goto(`/contact?${query}#${query}`, { waitUntil: 'networkidle' });
    await hydrated(page);

    const block = await (await request.get('/release.json')).text();
    const { shell, remotes } = JSON.parse(block) as ReleaseManifest;
    const released = [
      `/assets/shell/${shell}/`,
      ...remotes.map(({ entry }) => entry.url.replace(/[^/]+$/, '')),
    ];
    expect(scripts.length).toBeGreaterThan(2);
    expect(scripts.filter((path) => !released.some((folder) => path.startsWith(folder)))).toEqual([]);
    expect(block).not.toContain('/dev/');
    expect(await page.locator('script#page').textContent()).not.toContain('/dev/');
  });
});

/** Notes what a script that ran would do: a dialog, a window, a request to somewhere else. */
function watch(page: Page, origin: string): string[] {
  const alarms: string[] = [];
  page.on('dialog', (dialog) => {
    alarms.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('popup', (popup) => alarms.push(`window: ${popup.url()}`));
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`)) alarms.push(`request elsewhere: ${request.url()}`);
  });
  return alarms;
}

/** The page has no element, attribute or address that would run a script, but its own. */
async function expectHarmless(page: Page): Promise<void> {
  const harm = await page.evaluate(() =>
    [...document.querySelectorAll('*')].flatMap((element) => {
      const found = [...element.attributes]
        .filter(
          ({ name, value }) =>
            /^(?:on|style$|srcdoc$)/i.test(name) ||
            (/^(?:href|src|action|formaction|xlink:href|data|poster|background)$/i.test(name) &&
              !/^(?:https?|mailto|micora):$/.test(new URL(value, location.href).protocol)),
        )
        .map(({ name, value }) => `${element.localName} ${name}=${value}`);
      const isForeign =
        /^(?:iframe|object|embed|base|frame|applet|template|foreignobject|animate|set)$/i.test(
          element.localName,
        ) ||
        (element instanceof HTMLScriptElement &&
          !/json$/.test(element.type) &&
          !element.src.startsWith(`${location.origin}/assets/`)) ||
        (element instanceof HTMLStyleElement && element.dataset.href === undefined);
      return isForeign ? [...found, element.outerHTML.slice(0, 200)] : found;
    }),
  );
  // React sets styles by script, which no policy forbids and no text can.
  expect(harm.filter((line) => !/^\w+ style=/.test(line))).toEqual([]);
}
