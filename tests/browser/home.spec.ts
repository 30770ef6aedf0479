import type { Page } from '@playwright/test';
import { openHydrated } from './hydrated';
import { expect, test } from './test';

const mainLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
const scrolled = (page: Page) => expect.poll(() => page.evaluate(() => scrollY));

test.describe('§2 header and footer', () => {
  test('§2 a link to the page that is there goes to its top, and Tab goes on from there', async ({
    page,
  }) => {
    await openHydrated(page, '/projects');
    await expect(page.getByRole('article').first()).toBeVisible();
    const link = page.getByRole('contentinfo').getByRole('link', { name: 'Projects' });
    await link.focus();
    await page.mouse.wheel(0, 20_000);
    await scrolled(page).toBeGreaterThan(200);
    await link.press('Enter');
    await scrolled(page).toBe(0);
    await expect(page.getByRole('main')).toBeFocused();
    await page.mouse.wheel(0, 20_000);
    await scrolled(page).toBeGreaterThan(200);
    await link.click();
    await scrolled(page).toBe(0);
    await expect(page).toHaveURL(/\/projects$/);
  });

  test('§2 the navigation bar is fixed, 70 px high, and its content at most 1200 px wide', async ({
    page,
  }) => {
    await page.goto('/projects');
    const bar = page.getByRole('banner');
    expect((await bar.boundingBox())?.height).toBe(70);
    expect((await bar.locator('> *').first().boundingBox())?.width).toBe(1200);
    await page.mouse.wheel(0, 600);
    await scrolled(page).toBeGreaterThan(200);
    expect((await bar.boundingBox())?.y).toBe(0);
  });
});

test.describe('§2 the home page', () => {
  // Where there is no backend, whatever is asked of it fails.
  test.use({ site: 'SITE_WITHOUT_BACKEND_URL' });
  test('§2 that came without work to show has none, and asks for none', async ({ page }) => {
    await openHydrated(page, '/');
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('heading', { name: 'What we do' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Selected work' })).toHaveCount(0);
  });
});

test.describe('§4 mobile menu at 390 px', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('§4 a tap beside it closes it and does nothing else, on a link of the page and on one of the header', async ({
    page,
  }) => {
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
        const note = ({ target }: Event) => {
          document.body.dataset.tapped = (target as Element).closest('a') ? 'a link' : 'no link';
        };
        delete document.body.dataset.tapped;
        addEventListener('click', note, { capture: true, once: true });
      });
      await page.touchscreen.tap(x + 20, y + 10);
      await expect(toggle).toHaveAttribute('aria-expanded', 'false');
      await expect(page.locator('body')).toHaveAttribute('data-tapped', 'no link');
      await expect(page).toHaveURL(/\/$/);
    }
    await links[0]?.tap();
    await expect(page).toHaveURL(/\/projects$/);
  });

  test('§4 the button opens and closes it, a link and Escape close it', async ({ page }) => {
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
