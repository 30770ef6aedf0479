import type { Page } from '@playwright/test';
import { holdBack } from './holdBack';
import { openHydrated } from './hydrated';
import { navigateTo } from './navigateTo';
import { painted } from './painted';
import { projectRecords } from './projectRecords';
import { recordRequests } from './recordRequests';
import { expect, test } from './test';

const readHead = (page: Page) =>
  page.evaluate(() => ({
    title: document.title,
    description: document.querySelector('meta[name="description"]')?.getAttribute('content'),
    canonical: document.querySelector('link[rel="canonical"]')?.getAttribute('href'),
    robots: document.querySelector('meta[name="robots"]')?.getAttribute('content'),
  }));

test('§2 navigation sets the same head as the server, and announces the title', async ({ page, context }) => {
  const [first, second] = await projectRecords();
  const delivered = await context.newPage();
  const announcement = page.locator('[aria-live="polite"][aria-atomic]');
  await openHydrated(page, '/');
  const home = await readHead(page);
  await navigateTo(page, '/?page=2#part');
  expect(await readHead(page)).toEqual(home);
  await expect(announcement).toHaveText('');
  // Remove two elements from the head, to test that navigation restores missing elements.
  await page.evaluate(() =>
    document.querySelectorAll('[name=description], [rel=canonical]').forEach((one) => one.remove()),
  );
  const projects = [first, second].map((record) => `/projects/${record?.id}`);
  for (const path of ['/about', ...projects, '/micora/verification', '/']) {
    await delivered.goto(path);
    await navigateTo(page, `${path}?page=2#part`);
    // Retry the comparison, because the pages' scripts may still be changing the head.
    await expect(async () => expect(await readHead(page)).toEqual(await readHead(delivered))).toPass();
  }
  await expect(announcement).toHaveText(home.title);
});

test('§2 until its data arrives, a project page has the general head of its route', async ({ page }) => {
  await openHydrated(page, '/');
  // Choose a project that the home page does not show. The page already contains the data of the projects that it shows.
  const html = await page.content();
  const unknown = (await projectRecords()).find(({ id }) => !html.includes(id));
  const arrive = await holdBack(page, '**/api/collections/projects/records?filter*');
  await navigateTo(page, `/projects/${unknown?.id}`);
  await expect(page).toHaveTitle(/^Project ·/);
  expect(await readHead(page)).toMatchObject({ robots: 'noindex' });
  arrive();
  await expect(page).not.toHaveTitle(/^Project ·/);
  expect(await readHead(page)).toMatchObject({ robots: undefined });
});

test.describe('§2 upper and lower case in addresses', () => {
  test.use({ expectedNoise: [/status of 404|^status 404/] });

  test('§2 an address in the wrong letter case leads to the right page, if there is one', async ({
    page,
  }) => {
    const response = await page.request.get('/MiCora/TOS?a=B', { maxRedirects: 0 });
    expect([response.status(), response.headers().location]).toEqual([308, '/micora/tos?a=B']);
    await openHydrated(page, '/');
    for (const [address, path, heading] of [
      ['/MiCora', '/micora', 'Keep the story of the two of you.'],
      ['/Contact?service=design#write', '/contact?service=design#write', 'Tell us what you need.'],
      // On this second visit, the contact page's code has already been loaded.
      ['/CONTACT', '/contact', 'Tell us what you need.'],
      ['/Nowhere', '/Nowhere', 'Page not found'],
    ] as const) {
      await navigateTo(page, address);
      await expect(page).toHaveURL(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    }
  });

  test('§2 project ids are case-sensitive, so their letter case is kept', async ({ page }) => {
    const [record] = await projectRecords();
    await openHydrated(page, `/Projects/${record?.id}`);
    await expect(page).toHaveURL(`/projects/${record?.id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(record?.title ?? '');
    await page.goto(`/Projects/${record?.id.toUpperCase()}`);
    await expect(page).toHaveURL(`/projects/${record?.id.toUpperCase()}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Project Not Found');
  });
});

/** Runs in the browser. Adds a link to another site. The link's path also exists on our site. */
function linkElsewhere(): void {
  addEventListener('DOMContentLoaded', () => {
    const link = Object.assign(document.createElement('a'), { href: 'https://elsewhere.example/micora' });
    document.body.append(link);
  });
}

for (const [browser, hasIdleCallback] of [
  ['a browser', true],
  ['a browser without requestIdleCallback', false],
] as const) {
  test(`Speed: when idle, ${browser} loads the remotes that a page links to`, async ({ page }) => {
    if (!hasIdleCallback) await page.addInitScript('delete window.requestIdleCallback');
    await page.addInitScript(linkElsewhere);
    const requests = recordRequests(page);
    const countRequests = (name: string) => requests.filter((request) => request.url().includes(name)).length;
    const released = page.waitForResponse('**/release.json');
    await openHydrated(page, '/contact');
    await released;
    await page.locator('[href*=elsewhere]').dispatchEvent('pointerover');
    await page.waitForLoadState('networkidle');
    expect(countRequests('/micora-remote/')).toBe(0);
    await openHydrated(page, '/about');
    await expect.poll(() => countRequests('/micora-remote/')).toBeGreaterThan(0);
    await page.waitForLoadState('networkidle');
    expect(countRequests('/release.json')).toBe(2);
    expect(countRequests('/LandingPage.js')).toBe(0);
  });
}

test('Speed: hover, touch or focus on a link preloads the page once, or again after a failure', async ({
  page,
  expectedNoise,
}) => {
  expectedNoise.push(/ERR_FAILED/);
  const requests = recordRequests(page);
  await openHydrated(page, '/micora');
  for (const [intent, path, chunk] of [
    ['pointerover', '/', 'HomePage'],
    ['touchstart', '/micora/tos', 'TermsPage'],
    ['focusin', '/micora/privacy-policy', 'PrivacyPolicyPage'],
  ] as const) {
    await page.route(`**/${chunk}.js`, (route) => route.abort(), { times: 1 });
    const link = page.locator(`a[href="${path}"]`).first();
    const failed = page.waitForEvent('requestfailed');
    await link.dispatchEvent(intent);
    await failed;
    const dispatchAndCount = async () => {
      await link.dispatchEvent(intent);
      return requests.filter((request) => request.url().endsWith(`/${chunk}.js`)).length;
    };
    await expect.poll(dispatchAndCount).toBe(2);
    await page.waitForLoadState('networkidle');
    expect(await dispatchAndCount()).toBe(2);
  }
});

test('§2 navigating between the studio and MiCora changes the brand without a full load', async ({
  page,
}) => {
  const light = page.locator('head meta[name=theme-color][media*=light]');
  await openHydrated(page, '/');
  const studioColour = (await light.getAttribute('content')) ?? '';
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await navigateTo(page, '/micora');
  await expect(page.getByRole('heading', { name: 'Date Memories' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
  await expect(page.locator('main :is(header, footer)')).toHaveCount(0);
  await expect(page).toHaveTitle(/ · MiCora$/);
  await expect(light).not.toHaveAttribute('content', studioColour);
  await expect(page.locator('head link[rel=icon]').first()).toHaveAttribute(
    'href',
    /\/micora-remote\/.*\.svg$/,
  );
  await page.getByRole('link', { name: 'Privacy policy', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy policy' })).toBeVisible();
  await expect(page.getByRole('banner')).toBeVisible();

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' }).click();
  await expect(page.getByRole('heading', { name: 'Our story' })).toBeVisible();
  await expect(page.locator('head link[rel=icon]').first()).toHaveAttribute('href', '/favicon.ico');
  await expect(light).toHaveAttribute('content', studioColour);
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
});

test('§2 after a link to a section of another page, Tab continues from that section', async ({ page }) => {
  await openHydrated(page, '/micora/delete');
  await page.getByRole('link', { name: 'Your rights in the privacy policy' }).focus();
  await page.keyboard.press('Enter');
  const section = page.locator('#your-rights');
  await expect(section).toBeInViewport();
  await page.keyboard.press('Tab');
  const isInOrAfterSection = await section.evaluate((element) => {
    const place = element.compareDocumentPosition(document.activeElement ?? document.body);
    return (place & (Node.DOCUMENT_POSITION_CONTAINED_BY | Node.DOCUMENT_POSITION_FOLLOWING)) > 0;
  });
  expect(isInOrAfterSection).toBe(true);
});

test('§2 Back and Forward between the sections of one page restore the scroll position', async ({ page }) => {
  await openHydrated(page, '/micora/tos');
  const place = () => page.evaluate(() => Math.round(scrollY));
  const contents = page.getByRole('navigation', { name: 'Contents' });
  await page.evaluate(() => scrollTo(0, 300));
  await painted(page);
  const places = [await place()];
  for (const section of ['3. Your account', '5. Your content', '3. Your account']) {
    // Call the link's own `click` method, because Playwright's would scroll to the link first.
    await contents
      .getByRole('link', { name: section, exact: true })
      .evaluate((link: HTMLElement) => link.click());
    await painted(page);
    await page.evaluate(() => scrollBy(0, 150));
    await painted(page);
    places.push(await place());
  }
  for (const before of [places[2], places[1], places[0]]) {
    await page.goBack();
    await expect.poll(place).toBe(before);
  }
  await page.goForward();
  await expect.poll(place).toBe(places[1]);
  await page.getByRole('banner').getByRole('link', { name: 'About' }).click();
  await expect(page).toHaveURL('/about');
  await expect.poll(place).toBe(0);
});
