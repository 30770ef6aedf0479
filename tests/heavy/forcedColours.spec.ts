import type { Locator, Page } from '@playwright/test';
import { holdBack } from '../browser/holdBack';
import { openHydrated } from '../browser/hydrated';
import { galleryDescriptions, projectRecords } from '../browser/projectRecords';
import { expect, test } from '../browser/test';

type Colour = [red: number, green: number, blue: number];

/** Returns an element's colour. With forced colours, this is the colour that the browser paints, not the style sheet's. */
function colour(element: Locator, property: string): Promise<Colour> {
  return element.evaluate((shown, name) => {
    const channels =
      getComputedStyle(shown)
        .getPropertyValue(name)
        .match(/[\d.]+/g) ?? [];
    return channels.slice(0, 3).map(Number) as Colour;
  }, property);
}

/** Returns the contrast ratio between two colours as WCAG defines it, from 1 to 21. */
function contrast(one: Colour, other: Colour): number {
  const linear = (channel: number) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  const luminance = ([red, green, blue]: Colour) =>
    0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue) + 0.05;
  const ratio = luminance(one) / luminance(other);
  return Math.max(ratio, 1 / ratio);
}

async function expectDistinct(
  page: Page,
  element: Locator,
  states: Record<string, () => unknown>,
): Promise<void> {
  const looks: string[] = [];
  for (const enter of Object.values(states)) {
    await element.scrollIntoViewIfNeeded();
    await enter();
    const box = await element.boundingBox();
    if (!box) throw new Error('The element is not visible.');
    const clip = { x: box.x - 4, y: box.y - 4, width: box.width + 8, height: box.height + 8 };
    looks.push((await page.screenshot({ clip, animations: 'disabled' })).toString('base64'));
  }
  const names = Object.keys(states);
  for (const [index, name] of names.entries()) {
    const firstAlike = names[looks.indexOf(looks[index] ?? '')];
    expect(firstAlike, `the first state that looks like "${name}"`).toBe(name);
  }
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`Accessibility: MiCora in ${colorScheme} colours`, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } });
    test('the focus ring differs from the border of an invalid field', async ({ page }) => {
      await openHydrated(page, '/micora/delete');
      await page.getByRole('checkbox').check();
      await page.getByRole('button', { name: 'Request account deletion' }).click();
      const [focused, wrong] = [page.getByLabel('Contact email'), page.getByLabel('MiCora account email')];
      await expect(focused).toBeFocused();
      const ring = await colour(focused, 'outline-color');
      expect(contrast(ring, await colour(wrong, 'border-top-color'))).toBeGreaterThan(3);
      expect(contrast(ring, await colour(focused, 'background-color'))).toBeGreaterThan(3);
    });
  });

  test.describe(`Accessibility: forced colours, ${colorScheme}`, () => {
    test.use({ colorScheme, contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } });

    test('the states of fields, links and buttons look different', async ({ page }) => {
      await openHydrated(page, '/contact');
      const field = page.getByLabel('Company');
      const set = (name: string) => field.evaluate((input, to) => input.setAttribute(to, 'true'), name);
      const unset = (name: string) => field.evaluate((input, from) => input.removeAttribute(from), name);
      await expectDistinct(page, field, {
        usual: () => undefined,
        wrong: () => set('aria-invalid'),
        sending: () => unset('aria-invalid').then(() => set('readonly')),
        focused: () => unset('readonly').then(() => field.focus()),
      });

      const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' });
      await expectDistinct(page, link, {
        other: () => undefined,
        hovered: () => link.hover(),
        async current() {
          await link.click();
          await expect(link).toHaveAttribute('aria-current', 'page');
          await page.mouse.move(0, 300);
        },
      });

      await openHydrated(page, '/micora/delete');
      const button = page.getByRole('button', { name: 'Request account deletion' });
      await expectDistinct(page, button, {
        disabled: () => expect(button).toBeDisabled(),
        async enabled() {
          await page.getByRole('checkbox').check();
          await expect(button).toBeEnabled();
        },
        hovered: () => button.hover(),
        async focused() {
          await page.mouse.move(0, 0);
          await page.keyboard.press('Tab');
          await expect(button).toBeFocused();
        },
      });
    });

    test('the states of categories, thumbnails and the menu at 390 px look different', async ({ page }) => {
      await openHydrated(page, '/projects');
      const [all, other] = [0, 1].map((index) =>
        page.getByRole('group', { name: 'Filter by category' }).getByRole('button').nth(index),
      ) as [Locator, Locator];
      await expectDistinct(page, all, {
        chosen: () => expect(all).toHaveAttribute('aria-pressed', 'true'),
        other: () => other.click(),
      });

      const record = (await projectRecords()).find((one) => galleryDescriptions(one).length > 1);
      await openHydrated(page, `/projects/${record?.id}`);
      const [first, second] = [1, 2].map((position) =>
        page.getByRole('button', { name: new RegExp(`^Show picture ${position} `) }),
      ) as [Locator, Locator];
      await expectDistinct(page, first, { shown: () => undefined, other: () => second.click() });

      await page.setViewportSize({ width: 390, height: 844 });
      await openHydrated(page, '/contact');
      const toggle = page.getByRole('button', { name: 'Menu' });
      await expectDistinct(page, toggle, {
        closed: () => undefined,
        async open() {
          await toggle.click();
          await page.mouse.move(200, 800);
          await expect(toggle).toHaveAttribute('aria-expanded', 'true');
        },
      });
      const contact = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact' });
      await expectDistinct(page, contact, {
        current: () => undefined,
        other: () => contact.evaluate((link) => link.removeAttribute('aria-current')),
      });
    });

    test('a page looks different while another page loads', async ({ page }) => {
      await openHydrated(page, '/about');
      const arrive = await holdBack(page, '**/*ContactPage*.js');
      const top = { x: 0, y: 0, width: 400, height: 3 };
      const idle = await page.screenshot({ clip: top });
      const isIdle = async () => (await page.screenshot({ clip: top })).equals(idle);
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact' }).click();
      await expect.poll(isIdle).toBe(false);
      await expect(page.getByRole('heading', { name: 'Our story' })).toBeVisible();
      arrive();
      await expect.poll(isIdle).toBe(true);
    });
  });
}
