import { expect, test } from '../test';
import { hydrated } from '../hydrated';

test.describe('§2 Home', () => {
  test('§2 shows hero, four services, three reasons and three statistics, with their links', async ({
    page,
  }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'View Our Work' })).toHaveAttribute(
      'href',
      '/projects',
    );
    await expect(page.getByRole('main').getByRole('link', { name: 'Get Started' })).toHaveAttribute(
      'href',
      '/contact',
    );
    await expect(page.getByRole('main').getByRole('link', { name: 'Get in Touch' })).toHaveAttribute(
      'href',
      '/contact',
    );
    for (const service of [
      'Website Development',
      'Mobile App Development',
      'UI/UX Design',
      'Digital Consulting',
    ]) {
      await expect(page.getByRole('main').getByRole('heading', { name: service })).toBeVisible();
    }
    for (const reason of [/expert team/i, /modern technology/i, /client-focused/i]) {
      await expect(page.getByRole('main').getByRole('heading', { name: reason })).toBeVisible();
    }
    for (const figure of ['50+', '99%', '24/7']) {
      await expect(page.getByRole('main').getByText(figure, { exact: true })).toBeVisible();
    }
  });

  test('§1 leads to the projects by a client-side move', async ({ page }) => {
    await page.goto('/');
    await hydrated(page);
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    await page.getByRole('link', { name: 'View Our Work' }).click();
    await expect(page).toHaveURL(/\/projects$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Our projects' })).toBeVisible();
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  });
});

test.describe('§2 header and footer', () => {
  test('§2 a link to the page that is there goes to its top, and Tab goes on from there', async ({
    page,
  }) => {
    await page.goto('/projects');
    await hydrated(page);
    await expect(page.getByRole('article').first()).toBeVisible();
    const link = page.getByRole('contentinfo').getByRole('link', { name: 'Projects' });
    await link.focus();
    await page.mouse.wheel(0, 20_000);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(200);
    await link.press('Enter');
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    await expect(page.getByRole('main')).toBeFocused();
    await page.mouse.wheel(0, 20_000);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(200);
    await link.click();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    await expect(page).toHaveURL(/\/projects$/);
  });

  test('§2 the navigation bar is fixed, 70 px high, and highlights the current page', async ({ page }) => {
    await page.goto('/projects');
    const bar = page.getByRole('banner');
    expect((await bar.boundingBox())?.height).toBe(70);
    await page.mouse.wheel(0, 600);
    await expect.poll(async () => (await bar.boundingBox())?.y).toBe(0);
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText([
      'Home',
      'Projects',
      'About',
      'Contact',
    ]);
    await expect(page.getByRole('navigation', { name: 'Main' }).locator('[aria-current="page"]')).toHaveText([
      'Projects',
    ]);
  });

  test('§2 the footer names the company, its services and its pages', async ({ page }) => {
    await page.goto('/');
    const footer = page.getByRole('contentinfo');
    await expect(footer.getByText('London')).toBeVisible();
    await expect(footer.getByText('2025')).toBeVisible();
    await expect(footer.getByText('Digital Consulting')).toBeVisible();
    await expect(footer.getByRole('link', { name: 'Digital Consulting' })).toHaveCount(0);
    await expect(footer.getByRole('link')).toHaveText(['About Us', 'Projects', 'Contact']);
  });

  test('§2 every route change scrolls to the top', async ({ page }) => {
    await page.goto('/');
    await hydrated(page);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Projects' }).click();
    await expect(page).toHaveURL(/\/projects$/);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  });

  test('§2 a route change sets title and focus', async ({ page }) => {
    await page.goto('/');
    await hydrated(page);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Projects' }).click();
    await expect(page).toHaveTitle(/^Projects/);
    await expect(page.getByRole('main')).toBeFocused();
  });
});

test.describe('§4 mobile menu at 390 px', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('§4 the toggle opens and closes it, a link click closes it', async ({ page }) => {
    await page.goto('/');
    await hydrated(page);
    const toggle = page.getByRole('button', { name: 'Menu' });
    const projects = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Projects' });
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
  });

  test('§4 Escape closes it and gives the focus back', async ({ page }) => {
    await page.goto('/');
    await hydrated(page);
    const toggle = page.getByRole('button', { name: 'Menu' });
    await toggle.press('Enter');
    await page.keyboard.press('Tab');
    await expect(
      page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }),
    ).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(toggle).toHaveAttribute('aria-expanded', 'false');
    await expect(toggle).toBeFocused();
  });
});
