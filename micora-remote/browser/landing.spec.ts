import type { Locator } from '@playwright/test';
import { openHydrated } from '@site/tests/browser/hydrated';
import { expect, test } from '@site/tests/browser/test';

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

async function box(locator: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const found = await locator.boundingBox();
  if (!found) throw new Error('It is not shown.');
  return found;
}
