import { hydrated } from '../hydrated';
import { expect, test } from '../test';

test.describe('§2 MiCora landing', () => {
  test('§2 has neither the header nor the footer of the site', async ({ page }) => {
    await page.goto('/micora');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('banner')).toHaveCount(0);
    await expect(page.getByRole('contentinfo')).toHaveCount(0);
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
  });

  test('§2 shows badges, six features, the strip, three steps, three testimonials and its links', async ({
    page,
  }) => {
    await page.goto('/micora');
    for (const feature of [
      'Date Memories',
      'Partner Sync',
      'Smart Reminders',
      'Private Journal',
      'Secure & Private',
      'Cloud Sync',
    ]) {
      await expect(page.getByRole('heading', { name: feature })).toBeVisible();
    }
    await expect(page.getByRole('link', { name: 'Download on the App Store' }).first()).toBeVisible();
    await expect(page.getByRole('link', { name: 'Get it on Google Play' }).first()).toBeVisible();
    await expect(page.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute(
      'href',
      '/micora/privacy-policy',
    );
    await expect(page.getByRole('link', { name: /Terms/ })).toHaveAttribute('href', '/micora/tos');
    await expect(page.getByRole('link', { name: 'Contact' })).toHaveAttribute('href', '/contact');
  });

  test('§2 moves between the studio and MiCora need no full load', async ({ page }) => {
    await page.goto('/');
    await hydrated(page);
    await page.evaluate(() => {
      Object.assign(window, { sameDocument: true });
      history.pushState(null, '', '/micora');
      dispatchEvent(new PopStateEvent('popstate'));
    });
    await expect(page.getByRole('heading', { name: 'Date Memories' })).toBeVisible();
    await expect(page.getByRole('banner')).toHaveCount(0);
    await page.goBack();
    await expect(page.getByRole('link', { name: 'View Our Work' })).toBeVisible();
    await expect(page.getByRole('banner')).toBeVisible();
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  });
});
