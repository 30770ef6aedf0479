import type { Locator } from '@playwright/test';
import { openHydrated } from './hydrated';
import { keepAppLinks } from './keepAppLinks';
import { expect, test } from './test';

async function box(locator: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const found = await locator.boundingBox();
  if (!found) throw new Error('It is not shown.');
  return found;
}

test.describe('§2 on a phone held sideways, 844 x 390,', () => {
  test.use({ viewport: { width: 844, height: 390 }, contextOptions: { reducedMotion: 'reduce' } });

  const wholeOnFirstScreen: Record<string, string[]> = {
    '/': ['View Our Work', 'Get Started'],
    '/micora': ['Download on the App Store', 'Get it on Google Play'],
  };
  for (const [path, links] of Object.entries(wholeOnFirstScreen)) {
    test(`§2 ${path} shows its heading and what leads on without scrolling`, async ({ page }) => {
      await openHydrated(page, path);
      const main = page.getByRole('main');
      await expect(main.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 });
      for (const name of links) await expect(main.getByRole('link', { name })).toBeInViewport({ ratio: 1 });
    });
  }

  test('§2 every other page shows its heading and its lead without scrolling', async ({ page }) => {
    await keepAppLinks(page);
    const manual = '/micora/verification?userId=ada&secret=hidden';
    const others = ['/projects', '/about', '/contact', '/privacy', '/micora/tos', '/micora/delete', manual];
    for (const path of others) {
      await openHydrated(page, path);
      const heading = page.getByRole('heading', { level: 1 });
      await expect(heading, path).toBeInViewport({ ratio: 1 });
      const lead = page.locator('main h1 ~ p').first();
      await expect(lead, path).toBeInViewport({ ratio: 1 });
    }
  });
});

test.describe('§2 the landing page of MiCora', () => {
  for (const width of [390, 768]) {
    test(`§2 has badges of one width, and "Get the app" in its header, at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await openHydrated(page, '/micora');
      for (const part of ['main', 'contentinfo'] as const) {
        const badges = page.getByRole(part).getByRole('link', { name: /App Store|Google Play/ });
        await expect(badges).toHaveCount(2);
        const [one, other] = [await box(badges.first()), await box(badges.last())];
        expect(one.width).toBeCloseTo(other.width, 0);
      }
      const header = page.getByRole('banner');
      await expect(header.getByRole('link', { name: 'Digital Studio' })).toHaveCount(0);
      await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Digital Studio' })).toBeVisible();
      await header.getByRole('link', { name: 'Get the app' }).click();
      const last = page.getByRole('contentinfo').getByRole('link', { name: 'Google Play' });
      await expect(last).toBeInViewport({ ratio: 1 });
    });
  }

  test('§2 has its phones beside its words from 768 px', async ({ page }) => {
    for (const width of [767, 768]) {
      await page.setViewportSize({ width, height: 900 });
      await openHydrated(page, '/micora');
      const words = await box(page.getByRole('main').getByRole('link', { name: 'App Store' }));
      const phones = await box(page.getByRole('main').locator('[aria-hidden] > svg').first());
      expect(phones.y > words.y + words.height).toBe(width < 768);
    }
  });
});
