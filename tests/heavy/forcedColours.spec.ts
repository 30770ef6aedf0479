import type { Locator, Page } from '@playwright/test';
import { hydrated } from '../browser/hydrated';
import { projectRecords } from '../browser/projectRecords';
import { expect, test } from '../browser/test';

/** What an element looks like, with a little of what is around it. */
async function looks(page: Page, element: Locator): Promise<string> {
  const box = await element.boundingBox();
  if (!box) throw new Error('It is not there to be seen.');
  const clip = { x: box.x - 4, y: box.y - 4, width: box.width + 8, height: box.height + 8 };
  return (await page.screenshot({ clip, animations: 'disabled' })).toString('base64');
}

type Colour = [red: number, green: number, blue: number];

/** A colour of an element as it is painted, which is another one than its style says where colours are forced. */
function colour(element: Locator, property: string): Promise<Colour> {
  return element.evaluate((shown, name) => {
    const channels =
      getComputedStyle(shown)
        .getPropertyValue(name)
        .match(/[\d.]+/g) ?? [];
    return channels.slice(0, 3).map(Number) as Colour;
  }, property);
}

function ground(page: Page): Promise<Colour> {
  return colour(page.locator('body'), 'background-color');
}

/** WCAG's contrast of two colours, 1 to 21. */
function contrast(one: Colour, other: Colour): number {
  const [dark = 0, light = 0] = [one, other]
    .map((channels) => {
      const [red = 0, green = 0, blue = 0] = channels.map((channel) => {
        const part = channel / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    })
    .sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`Accessibility: in MiCora, ${colorScheme},`, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } });
    test('a field that is wrong has a ring that can be told from its edge when it has the focus', async ({
      page,
    }) => {
      await page.goto('/micora/delete');
      await hydrated(page);
      await page.getByRole('checkbox').check();
      await page.getByRole('button', { name: 'Request Account Deletion' }).click();
      const [focused, wrong] = [page.getByLabel('Contact email'), page.getByLabel('MiCora account email')];
      await expect(focused).toBeFocused();
      const ring = await colour(focused, 'outline-color');
      expect(contrast(ring, await colour(wrong, 'border-top-color'))).toBeGreaterThan(3);
      expect(contrast(ring, await colour(focused, 'background-color'))).toBeGreaterThan(3);
    });
  });

  test.describe(`Accessibility: with forced colours, ${colorScheme}, states can be told apart:`, () => {
    test.use({ colorScheme, contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } });

    test('a field that is wrong, one that is being sent, and one that is neither', async ({ page }) => {
      await page.goto('/contact');
      await hydrated(page);
      const field = page.getByLabel('Company');
      const usual = await looks(page, field);
      await field.evaluate((input) => input.setAttribute('aria-invalid', 'true'));
      const wrong = await looks(page, field);
      await field.evaluate((input) => {
        input.removeAttribute('aria-invalid');
        input.setAttribute('readonly', '');
      });
      const sending = await looks(page, field);
      await field.evaluate((input) => input.removeAttribute('readonly'));
      await field.focus();
      const focused = await looks(page, field);
      expect(new Set([usual, wrong, sending, focused]).size).toBe(4);
    });

    test('a button that works, one under the mouse, one with the focus, and one that is disabled', async ({
      page,
    }) => {
      await page.goto('/micora/delete');
      await hydrated(page);
      const button = page.getByRole('button', { name: 'Request Account Deletion' });
      await button.scrollIntoViewIfNeeded();
      const disabled = await looks(page, button);
      await page.getByRole('checkbox').check();
      await expect(button).toBeEnabled();
      const enabled = await looks(page, button);
      await button.hover();
      const hovered = await looks(page, button);
      await page.mouse.move(0, 0);
      await page.keyboard.press('Tab');
      await expect(button).toBeFocused();
      const focused = await looks(page, button);
      expect(new Set([disabled, enabled, hovered, focused]).size).toBe(4);
    });

    test('a link of the header: the current page, another one, and one under the mouse', async ({ page }) => {
      await page.goto('/contact');
      await hydrated(page);
      const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' });
      const other = await looks(page, link);
      await link.hover();
      const hovered = await looks(page, link);
      await link.click();
      await expect(link).toHaveAttribute('aria-current', 'page');
      await page.mouse.move(0, 300);
      const current = await looks(page, link);
      expect(new Set([other, hovered, current]).size).toBe(3);
    });

    test('a category that is chosen, another one, and the picture that is shown among the others', async ({
      page,
    }) => {
      await page.goto('/projects');
      await hydrated(page);
      const buttons = page.getByRole('group', { name: 'Filter by category' }).getByRole('button');
      const grounds = await Promise.all([colour(buttons.first(), 'background-color'), ground(page)]);
      await expect(buttons.first()).toHaveAttribute('aria-pressed', 'true');
      expect(contrast(...grounds)).toBeGreaterThan(3);
      expect(await colour(buttons.nth(1), 'background-color')).not.toEqual(grounds[0]);

      const record = (await projectRecords()).find(({ images }) => images.length > 1);
      await page.goto(`/projects/${record?.id}`);
      await hydrated(page);
      const [current, other] = [1, 2].map((position) =>
        page.getByRole('button', { name: new RegExp(`^Show picture ${position} `) }),
      ) as [Locator, Locator];
      await expect(current).toHaveCSS('outline-style', 'solid');
      await expect(current).toHaveCSS('outline-width', '4px');
      await expect(other).toHaveCSS('outline-style', 'none');
      expect(contrast(await colour(current, 'outline-color'), await ground(page))).toBeGreaterThan(3);
    });

    test('a move that takes a while', async ({ page }) => {
      await page.goto('/about');
      await hydrated(page);
      await page.route('**/*ContactPage*.js', async (route) => {
        await new Promise((done) => setTimeout(done, 3_000));
        await route.continue();
      });
      const top = { x: 0, y: 0, width: 400, height: 3 };
      const idle = await page.screenshot({ clip: top });
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact' }).click();
      await page.waitForTimeout(800);
      const moving = await page.screenshot({ clip: top });
      expect(moving.equals(idle)).toBe(false);
    });

    test.describe('at 390 px', () => {
      test.use({ viewport: { width: 390, height: 844 } });
      test('the menu, open and closed, and the current page in it', async ({ page }) => {
        await page.goto('/contact');
        await hydrated(page);
        const toggle = page.getByRole('button', { name: 'Menu' });
        const closed = await looks(page, toggle);
        await toggle.click();
        await page.mouse.move(200, 800);
        await expect(toggle).toHaveAttribute('aria-expanded', 'true');
        expect(await looks(page, toggle)).not.toBe(closed);
        const menu = page.getByRole('navigation', { name: 'Main' });
        const contact = menu.getByRole('link', { name: 'Contact' });
        const current = await looks(page, contact);
        await contact.evaluate((link) => link.removeAttribute('aria-current'));
        expect(await looks(page, contact)).not.toBe(current);
      });
    });
  });
}
