import type { Page } from '@playwright/test';
import { openHydrated } from './hydrated';
import { painted } from './painted';
import { expect, test } from './test';

const mainLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
const expectScroll = (page: Page) => expect.poll(() => page.evaluate(() => scrollY));

const getSource = (image: SVGElement | HTMLElement) => (image as HTMLImageElement).currentSrc;

test.describe('§2 header and footer', () => {
  test('§2 a link to the current page scrolls to the top and focuses the page content', async ({ page }) => {
    await openHydrated(page, '/projects');
    await expect(page.getByRole('article').first()).toBeVisible();
    const link = page.getByRole('contentinfo').getByRole('link', { name: 'Projects' });
    await link.focus();
    await page.mouse.wheel(0, 20_000);
    await expectScroll(page).toBeGreaterThan(200);
    await link.press('Enter');
    await expectScroll(page).toBe(0);
    await expect(page.getByRole('main')).toBeFocused();
    await page.mouse.wheel(0, 20_000);
    await expectScroll(page).toBeGreaterThan(200);
    await link.click();
    await expectScroll(page).toBe(0);
    await expect(page).toHaveURL(/\/projects$/);
  });

  test('§2 the navigation bar is fixed and 70 px high, and its content is at most 1200 px wide', async ({
    page,
  }) => {
    await page.goto('/projects');
    const bar = page.getByRole('banner');
    expect((await bar.boundingBox())?.height).toBe(70);
    expect((await bar.locator('> *').first().boundingBox())?.width).toBe(1200);
    await page.mouse.wheel(0, 600);
    await expectScroll(page).toBeGreaterThan(200);
    expect((await bar.boundingBox())?.y).toBe(0);
  });
});

test.describe('§2 a release without projects', () => {
  // On the site without a backend, any request for projects would fail, and so would the test.
  test.use({ site: 'SITE_WITHOUT_BACKEND_URL' });
  test('§2 the home page shows no projects and requests none', async ({ page }) => {
    await openHydrated(page, '/');
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('heading', { name: 'What we do' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Selected work' })).toHaveCount(0);
  });
});

test.describe('§2 hero covers', () => {
  const TURN = 7000;
  const hero = (page: Page) => page.getByRole('main').getByRole('article').first();

  test('§2 the covers reach the edge of the window', async ({ page }) => {
    await page.goto('/');
    const box = await hero(page).boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBe(1440);
  });

  test('§2 the covers change slowly, but not while hovered, focused or paused', async ({ page }) => {
    await page.clock.install();
    await openHydrated(page, '/');
    const link = hero(page).getByRole('link');
    const first = (await link.textContent()) ?? '';
    await page.clock.runFor(TURN);
    await expect(link).not.toHaveText(first);
    const second = (await link.textContent()) ?? '';
    const expectStill = async () => {
      await page.clock.runFor(2 * TURN);
      await painted(page);
      await expect(link).toHaveText(second);
    };
    await hero(page).hover();
    await expectStill();
    await page.mouse.move(0, 0);
    await link.focus();
    await expectStill();
    await hero(page).getByRole('button', { name: 'Pause' }).click();
    await page.mouse.move(0, 0);
    await expectStill();
    await link.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(second);
  });

  test.describe('reduced motion', () => {
    test.use({ contextOptions: { reducedMotion: 'reduce' } });
    test('§2 the covers do not change, and there is no Pause button', async ({ page }) => {
      await page.clock.install();
      await openHydrated(page, '/');
      const first = (await hero(page).getByRole('link').textContent()) ?? '';
      await page.clock.runFor(3 * TURN);
      await painted(page);
      await expect(hero(page).getByRole('link')).toHaveText(first);
      await expect(hero(page).getByRole('button')).toHaveCount(0);
    });
  });

  test.describe('a phone with a dense screen', () => {
    test.use({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 3 });
    test('Speed: the hero loads one picture, 960 px wide, however far the visitor scrolls', async ({
      page,
    }) => {
      await page.clock.install();
      await openHydrated(page, '/');
      const pictures = hero(page).locator('img');
      await expect.poll(() => pictures.first().evaluate(getSource)).toMatch(/\/960\.avif$/);
      await page.mouse.wheel(0, 20_000);
      await expectScroll(page).toBeGreaterThan(2000);
      await page.clock.runFor(3 * TURN);
      await expect(pictures).toHaveCount(1);
    });
  });
});

test('§2 the covers and the timeline move with scrolling unless motion is reduced', async ({ page }) => {
  const countScrollAnimations = () =>
    page.evaluate(
      () =>
        document.getAnimations().filter(({ timeline }) => timeline?.constructor.name === 'ViewTimeline')
          .length,
    );
  for (const path of ['/', '/projects', '/about']) {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await openHydrated(page, path);
    expect(await countScrollAnimations(), path).toBeGreaterThan(3);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await countScrollAnimations(), path).toBe(0);
  }
});

test.describe('§4 mobile menu at 390 px', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('§4 a tap outside the menu only closes the menu, even if the tap hits a link', async ({ page }) => {
    await openHydrated(page, '/');
    const toggle = page.getByRole('button', { name: 'Menu' });
    const links = [
      page.getByRole('link', { name: 'View Our Work' }),
      page.getByRole('banner').getByRole('link'),
    ];
    for (const link of links) {
      const { x, y } = (await link.first().boundingBox()) ?? { x: 0, y: 0 };
      await toggle.tap();
      await expect(toggle).toHaveAttribute('aria-expanded', 'true');
      await page.evaluate(() => {
        const recordTarget = ({ target }: Event) => {
          document.body.dataset.tapped = (target as Element).closest('a') ? 'a link' : 'no link';
        };
        delete document.body.dataset.tapped;
        addEventListener('click', recordTarget, { capture: true, once: true });
      });
      await page.touchscreen.tap(x + 20, y + 10);
      await expect(toggle).toHaveAttribute('aria-expanded', 'false');
      await expect(page.locator('body')).toHaveAttribute('data-tapped', 'no link');
      await expect(page).toHaveURL(/\/$/);
    }
    await links[0]?.tap();
    await expect(page).toHaveURL(/\/projects$/);
  });

  test('§4 the menu button opens the menu, and the button, a link or Escape closes it', async ({ page }) => {
    await openHydrated(page, '/');
    const toggle = page.getByRole('button', { name: 'Menu' });
    const projects = mainLink(page, 'Projects');
    await expect(projects).toBeHidden();
    await toggle.click();
    await expect(toggle).toHaveAttribute('aria-expanded', 'true');
    await expect(projects).toBeVisible();
    await toggle.click();
    await expect(toggle).toHaveAttribute('aria-expanded', 'false');
    await expect(projects).toBeHidden();

    await toggle.click();
    await projects.click();
    await expect(page).toHaveURL(/\/projects$/);
    await expect(toggle).toHaveAttribute('aria-expanded', 'false');
    await expect(projects).toBeHidden();

    await toggle.press('Enter');
    await page.keyboard.press('Tab');
    await expect(mainLink(page, 'Home')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(toggle).toHaveAttribute('aria-expanded', 'false');
    await expect(toggle).toBeFocused();
  });
});
