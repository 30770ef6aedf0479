import { openHydrated } from './hydrated';
import { keepAppLinks } from './keepAppLinks';
import { expect, test } from './test';

test.describe('§2 a phone in landscape, 844 x 390', () => {
  test.use({ viewport: { width: 844, height: 390 }, contextOptions: { reducedMotion: 'reduce' } });

  const mainActions: Record<string, string[]> = {
    '/': ['View Our Work', 'Get Started'],
    '/micora': ['Soon on the App Store', 'Soon on Google Play'],
  };
  for (const [path, actions] of Object.entries(mainActions)) {
    test(`§2 ${path} shows its heading and main actions without scrolling`, async ({ page }) => {
      await openHydrated(page, path);
      const main = page.getByRole('main');
      await expect(main.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 });
      for (const text of actions)
        await expect(main.getByText(text, { exact: true })).toBeInViewport({ ratio: 1 });
    });
  }

  test('§2 every other page shows its heading and lead without scrolling', async ({ page }) => {
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
