import { startTestBackend, type TestBackend } from '@site/backend/testing/startTestBackend';
import type { ReleaseManifest } from '@site/shared/contract';
import attackStrings from '../browser/attackStrings.json' with { type: 'json' };
import { dashboardEditorOutput } from '../browser/dashboardEditor';
import { expectHarmless, recordAlarms } from '../browser/expectHarmless';
import { hydrated, openHydrated } from '../browser/hydrated';
import { startSite, type RunningSite } from '../browser/startSite';
import { expect, siteStore, test } from '../browser/test';

// These tests store one project with a long description from the dashboard's editor, and others with attacks in all text
// fields.

const LONG = '<p>Ten lodges stand beside the tidal marsh.</p>'.repeat(60);
const PARTS =
  '<p><a href="#part">To the part</a> <a href="#café">To the café</a></p>' +
  `${LONG}<h2 id="part">The part</h2>${LONG}<h2 id="café">The café</h2>${LONG}`;
const WIDE = `<table><tbody><tr>${'<td>Quarterly</td>'.repeat(20)}</tr></tbody></table>`;
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const ATTACKS = [...attackStrings.own, ...attackStrings.owasp, ...attackStrings.dompurify];

const BATCHES = Array.from({ length: Math.ceil(ATTACKS.length / 12) }, (_, index) =>
  ATTACKS.slice(index * 12, (index + 1) * 12),
);

/** Closes everything that the previous attack may have left open, so that it cannot swallow the next one. */
const END = `"'>--></style></script></textarea></title></noscript></template></select></svg></math></form><p>`;

test.describe.configure({ mode: 'default' });
let backend: TestBackend;
let site: RunningSite;
/** The id of the project whose long description is the editor's output. */
let id: string;

test.beforeAll(async ({ browser }) => {
  test.setTimeout(180_000);
  backend = await startTestBackend({ seeded: false });
  const projects = backend.operator.collection('projects');
  for (const [index, batch] of BATCHES.entries()) {
    const pick = (maxLength: number, from: number) =>
      batch.slice(from).find((attack) => attack.length <= maxLength && attack.trim()) ?? `Project ${index}`;
    await projects.create({
      title: pick(200, 0),
      description: pick(1000, 1),
      category: pick(100, 2),
      status: pick(100, 3),
      technologies: batch,
      long_description: `<p>Attacks</p>${batch.join(END)}${END}<p>${batch.join('')}`,
    });
  }
  const cover = new File([Buffer.from(PIXEL, 'base64')], 'pixel.png', { type: 'image/png' });
  const record = await projects.create({ title: 'Text', images: [cover] });
  id = record.id;
  const page = await browser.newPage();
  const editorOutput = await dashboardEditorOutput(page);
  await page.close();
  const file = `${backend.url}/api/files/projects/${id}/${(record.images as string[])[0]}`;
  await projects.update(id, {
    long_description: `${editorOutput.replace(/http:\/\/127[^"]*one.png/, file)}${WIDE}${PARTS}`,
  });
  // Deploy the site only after storing the attacks, so that they also reach the `<head>` of the prerendered pages.
  site = await startSite({ backendUrl: backend.url, reuseFrom: siteStore() });
});
test.afterAll(async () => {
  await site.stop();
  await backend.stop();
});

test.describe('§3 long descriptions', () => {
  test('§3 text from the dashboard’s editor is complete, and hydration does not change it', async ({
    page,
  }) => {
    await page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () => {
        const text = document.querySelector('section > h2 + div');
        const changes: string[] = [];
        Object.assign(window, { changes });
        if (text) new MutationObserver(() => changes.push(text.innerHTML)).observe(text, { childList: true });
      });
    });
    await openHydrated(page, `${site.url}/projects/${id}`);
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(() => (window as unknown as { changes: string[] }).changes)).toEqual([]);

    const text = page.getByRole('heading', { name: 'About this project' }).locator('+ div');
    for (const level of [1, 2, 3, 4, 5, 6]) {
      const shown = text.getByRole('heading', { name: `Heading ${level}`, level: Math.min(level + 1, 6) });
      await expect(shown).toBeVisible();
    }
    const styles = [
      ['JustifyLeft', 'text-align', 'left'],
      ['JustifyCenter', 'text-align', 'center'],
      ['JustifyRight', 'text-align', 'right'],
      ['JustifyFull', 'text-align', 'justify'],
      ['From right to left', 'direction', 'rtl'],
    ] as const;
    for (const [sample, property, value] of styles)
      await expect(text.getByText(sample)).toHaveCSS(property, value);
    const elements = {
      bold: 'strong',
      italic: 'em',
      underline: 'u',
      strikethrough: 's',
      code: 'code',
      superscript: 'sup',
      subscript: 'sub',
    };
    for (const [format, element] of Object.entries(elements))
      await expect(text.locator(element, { hasText: `In ${format}` })).toBeVisible();
    for (const [name, href] of [
      ['A link', 'https://example.com/?a=1&b=2'],
      ['Two', 'https://example.com/two.png'],
    ] as const)
      await expect(text.getByRole('link', { name })).toHaveAttribute('href', href);
    const picture = text.getByRole('img', { name: 'One' });
    await picture.scrollIntoViewIfNeeded();
    await expect(picture).toHaveJSProperty('complete', true);
    await expect(picture).toHaveJSProperty('naturalWidth', 1);
    await expect(text.getByRole('columnheader')).toHaveText(['Quarter', 'Orders']);
    await expect(text.getByRole('row', { name: 'Q1 10' }).getByRole('cell')).toHaveText(['Q1', '10']);
  });

  test('§3 links lead to parts of the text, and Back returns to the previous part', async ({ page }) => {
    await openHydrated(page, `${site.url}/projects`);
    await page.getByRole('link', { name: 'Text', exact: true }).click();
    const part = page.getByRole('heading', { name: 'The part' });
    const cafe = page.getByRole('heading', { name: 'The café' });
    await page.getByRole('link', { name: 'To the café' }).click();
    await expect(cafe).toBeInViewport();
    // Playwright's `click` would first scroll to the link, and Back would then return to that scroll position.
    await page.getByRole('link', { name: 'To the part' }).dispatchEvent('click');
    await expect(part).toBeInViewport();
    await page.goBack();
    await expect(cafe).toBeInViewport();
    await expect(part).not.toBeInViewport();
  });

  test('§3 a wide table scrolls separately from the page, also by keyboard', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openHydrated(page, `${site.url}/projects/${id}`);
    const frame = page.getByRole('group', { name: 'Table' }).last();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(await frame.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > 2 * clientWidth)).toBe(true);
    await page.getByRole('group', { name: 'Table' }).first().focus();
    await page.keyboard.press('Tab');
    await expect(frame).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => frame.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
  });
});

test.describe('Security: known attacks', () => {
  // Expected noise: blocked scripts, failed requests for invalid addresses, and links to the MiCora app, which is not
  // installed on this machine.
  test.use({
    expectedNoise: [/Content Security Policy|document requires 'Trusted|40[04]|414|launch 'micora:/],
  });

  test('§3 no attack stored in a project runs in the list, the filters or the project page', async ({
    page,
  }) => {
    test.setTimeout(180_000);
    const alarms = recordAlarms(page, site.url);
    await page.goto(`${site.url}/projects`);
    await expect(page.getByRole('article')).toHaveCount(BATCHES.length + 1);
    await expectHarmless(page);
    const links = page.getByRole('article').getByRole('link');
    const addresses = await links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
    expect(new Set(addresses).size).toBe(BATCHES.length + 1);
    const filters = page.getByRole('group', { name: 'Filter by category' }).getByRole('button');
    for (const filter of await filters.all()) await filter.click();
    await expectHarmless(page);
    for (const address of addresses.filter((one) => !one.endsWith(id))) {
      const response = await page.goto(address);
      expect(await response?.text()).toContain('<link rel="canonical"');
      await expect(page.getByText('Attacks').first()).toBeVisible();
      await expectHarmless(page);
      expect(await page.getByRole('main').locator('img, svg[onload], style, iframe, form').count()).toBe(0);
    }
    expect(alarms).toEqual([]);
  });

  test('§2 §4 no attack runs from an address or a verification link', async ({ page }) => {
    const alarms = recordAlarms(page, site.url);
    for (const attack of attackStrings.owasp.slice(-14)) {
      await page.goto(`${site.url}/projects/${encodeURIComponent(attack)}`);
      await expect(page.getByRole('heading', { level: 1, name: 'Project Not Found' })).toBeVisible();
      await expectHarmless(page);

      const query = new URLSearchParams({ userId: attack, secret: attack, lang: attack }).toString();
      await openHydrated(page, `${site.url}/micora/verification?${query}#${encodeURIComponent(attack)}`);
      await expect(page.getByText('Redirecting to MiCora...')).toBeVisible();
      expect(page.url()).toBe(`${site.url}/micora/verification`);
      await expectHarmless(page);
    }
    expect(alarms.filter((alarm) => !alarm.startsWith('request: micora://verification?'))).toEqual([]);
  });

  test('§3 no attack runs from an id or file name that our own backend would never return', async ({
    page,
  }) => {
    const alarms = recordAlarms(page, site.url);
    const names = [...attackStrings.own, ...attackStrings.owasp];
    const items = names.map((name, index) => ({
      id: name,
      collectionId: name,
      title: name,
      cover_Image: name,
      updated: name,
      collectionName: index % 2 === 0 ? name : 'projects',
      images: [name, 'javascript:alert(1)'],
      technologies: { [name]: name },
    }));
    await page.route('**/api/collections/projects/records*', (route) => route.fulfill({ json: { items } }));
    await page.goto(`${site.url}/projects`);
    const titles = page.getByRole('article').getByRole('heading');
    await expect(titles).toHaveText(names);
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expectHarmless(page);
    await page.goto(`${site.url}/projects/any`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectHarmless(page);
    expect(alarms).toEqual([]);
  });

  test('queries, storage and cookies cannot make a page load scripts of another release', async ({
    page,
    context,
    request,
  }) => {
    const other = `${site.url}/assets/studio-remote/dev/remoteEntry.js`;
    const names = ['against', 'remote', 'studio', 'studio-remote', 'override', 'entry', 'FEDERATION_DEBUG'];
    await context.addCookies(
      names.map((name) => ({ name, value: encodeURIComponent(other), url: site.url })),
    );
    await context.addInitScript(
      ([keys, entry]) => {
        for (const storage of [localStorage, sessionStorage])
          for (const key of keys) storage.setItem(key, entry);
      },
      [names, other] as const,
    );
    const scripts: string[] = [];
    page.on('request', (made) => {
      if (made.resourceType() === 'script') scripts.push(new URL(made.url()).pathname);
    });
    const query = new URLSearchParams(names.map((name) => [name, other])).toString();
    await page.goto(`${site.url}/contact?${query}#${query}`, { waitUntil: 'networkidle' });
    await hydrated(page);
    const { shell, remotes } = (await (
      await request.get(`${site.url}/release.json`)
    ).json()) as ReleaseManifest;
    const remoteFolders = remotes.map(({ entry }) => entry.url.replace(/[^/]+$/, ''));
    const releasedFolders = [`/assets/shell/${shell}/`, ...remoteFolders];
    const isReleased = (path: string) => releasedFolders.some((folder) => path.startsWith(folder));
    expect(scripts.length).toBeGreaterThan(2);
    expect(scripts.filter((path) => !isReleased(path))).toEqual([]);
  });
});
