import type { Locator } from '@playwright/test';
import { openHydrated } from '@site/tests/browser/hydrated';
import { expect, test } from '@site/tests/browser/test';

test.describe('§2 MiCora’s landing page', () => {
  for (const width of [390, 768]) {
    test(`§2 at ${width} px, badges are equally wide, and "Get the app" leads to the footer badges`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 900 });
      await openHydrated(page, '/micora');
      for (const part of ['main', 'contentinfo'] as const) {
        const badges = page
          .getByRole(part)
          .getByRole('listitem')
          .filter({ hasText: /App Store|Google Play/ });
        await expect(badges).toHaveCount(2);
        const first = await getBox(badges.first());
        const last = await getBox(badges.last());
        expect(first.width).toBeCloseTo(last.width, 0);
      }
      const header = page.getByRole('banner');
      await expect(header.getByRole('link', { name: 'Digital Studio' })).toHaveCount(0);
      await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Digital Studio' })).toBeVisible();
      await page.getByRole('heading', { name: 'What it costs' }).scrollIntoViewIfNeeded();
      await expect(header.getByRole('link', { name: 'Get the app' })).toBeInViewport({ ratio: 1 });
      await header.getByRole('link', { name: 'Get the app' }).click();
      const lastBadge = page.getByRole('contentinfo').getByText('Google Play');
      await expect(lastBadge).toBeInViewport({ ratio: 1 });
    });
  }

  test('§2 each of the three scenes has a screen, and a testimonial that is marked as a sample', async ({
    page,
  }) => {
    await openHydrated(page, '/micora');
    const scenes = page.getByRole('region', { name: 'How couples use it' }).getByRole('listitem');
    await expect(scenes).toHaveCount(3);
    for (const scene of await scenes.all()) {
      await expect(scene.getByRole('heading', { level: 3 })).toBeVisible();
      await expect(scene.locator('[role="img"]')).toHaveAccessibleName(/.{40}/);
      await expect(scene.getByRole('figure').getByText('Sample', { exact: true })).toBeVisible();
    }
  });

  test('§2 up to 767 px, the phones are below the text; from 768 px, they are beside it', async ({
    page,
  }) => {
    for (const width of [767, 768]) {
      await page.setViewportSize({ width, height: 900 });
      await openHydrated(page, '/micora');
      const text = await getBox(page.getByRole('main').getByText('on the App Store'));
      const phones = await getBox(page.getByRole('main').locator('[aria-hidden] > svg').first());
      expect(phones.y > text.y + text.height).toBe(width < 768);
    }
  });
});

async function getBox(locator: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await locator.boundingBox();
  if (!box) throw new Error('The element is not visible.');
  return box;
}
