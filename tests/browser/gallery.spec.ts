import type { Locator, Page } from '@playwright/test';
import { openHydrated } from './hydrated';
import { painted } from './painted';
import { projectRecords } from './projectRecords';
import { expect, test } from './test';

/** Opens a project with several pictures and scrolls a little. Returns what they show. */
async function open(page: Page): Promise<string[]> {
  const record = (await projectRecords()).find(({ images }) => images.length > 2);
  await openHydrated(page, '/projects');
  await page.getByRole('link', { name: record?.title ?? '', exact: true }).click();
  await expect(page.getByRole('button', { name: /^Show picture 3/ })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => scrollTo(0, 60));
  return record?.image_descriptions ?? [];
}

const dialog = (page: Page) => page.getByRole('dialog', { name: /^Pictures of/ });
const enlarge = (page: Page) => page.getByRole('button', { name: 'Enlarge image' });
const place = (page: Page) =>
  page.evaluate(() => ({ scroll: scrollY, address: location.href, width: document.body.clientWidth }));

/** In a page: whether the focus is in the dialog, or nowhere. */
function isInside(): boolean {
  return document.activeElement === document.body || document.activeElement?.closest('dialog') !== null;
}

/** Waits until the dialog is closed: that goes back in the history, which the browser does a moment later. */
async function closed(page: Page): Promise<void> {
  await expect(dialog(page)).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => 'gallery' in history.state)).toBe(false);
}

test.describe('§2 a picture of the gallery, enlarged', () => {
  test('§2 keeps the focus inside, and is closed by Escape, Back or its button; scroll, focus and history are as they were', async ({
    page,
  }) => {
    for (const [name, close] of Object.entries({
      Escape: () => page.keyboard.press('Escape'),
      Back: () => page.goBack(),
      'its button': () => dialog(page).getByRole('button', { name: 'Close' }).click(),
    })) {
      await test.step(name, async () => {
        await open(page);
        await enlarge(page).focus();
        const before = await place(page);
        await page.keyboard.press('Enter');
        await expect(dialog(page)).toBeVisible();
        expect(await place(page)).toEqual(before);
        for (let step = 0; step < 4; step += 1) {
          await page.keyboard.press('Tab');
          expect(await page.evaluate(isInside)).toBe(true);
        }
        await close();
        await closed(page);
        await expect(enlarge(page)).toBeFocused();
        await painted(page);
        expect(await place(page)).toEqual(before);
        await expect(enlarge(page)).toBeFocused();
        await page.goBack();
        await expect(page).toHaveURL('/projects');
      });
    }
  });

  test('§2 is shown whole, turned by a swipe, and stays turned', async ({ page }) => {
    const descriptions = await open(page);
    const count = descriptions.length;
    const shown = (position: number) =>
      dialog(page).getByRole('img', { name: descriptions[position - 1] ?? '' });
    await page.getByRole('img', { name: descriptions[0] ?? '' }).click();
    await expect(shown(1)).toBeVisible();
    const box = await shown(1).boundingBox();
    expect(box).toEqual({ x: 0, y: 0, width: 1440, height: 900 });
    await expect(shown(1)).toHaveCSS('object-fit', 'contain');
    await page.mouse.move(900, 500);
    await page.mouse.down();
    await page.mouse.move(600, 500, { steps: 4 });
    await page.mouse.up();
    await expect(shown(2)).toBeVisible();
    await page.keyboard.press('Escape');
    await closed(page);
    await expect(page.getByRole('group', { name: `2 of ${count}` })).toBeVisible();

    const before = await place(page);
    await page.goForward();
    await expect(shown(2)).toBeVisible();
    await page.keyboard.press('Escape');
    await closed(page);
    expect(await place(page)).toEqual(before);
    await page.goBack();
    await expect(page).toHaveURL('/projects');
  });

  test.describe('by touch', () => {
    test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

    test('§2 fills a phone, where nothing covers a picture, here or on the page', async ({ page }) => {
      await open(page);
      /** Whether there is a picture below the middle of each button. */
      const covers = (region: Locator) =>
        region.getByRole('button', { name: /image$/ }).evaluateAll((buttons) =>
          buttons.map((button) => {
            const { left, top, width, height } = button.getBoundingClientRect();
            const all = document.elementsFromPoint(left + width / 2, top + height / 2);
            return all.some((one) => one instanceof HTMLImageElement);
          }),
        );
      const carousel = page.getByRole('region', { name: /^Pictures of/ });
      expect(await covers(carousel)).toEqual([false, false, false]);
      await enlarge(page).tap();
      const picture = dialog(page).getByRole('img');
      // It is wider than high, and lies on its side: its place is the window's.
      await expect.poll(() => picture.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
      await expect(picture).toHaveCSS('width', '844px');
    });

    test('§2 is swiped, as on the page, where a swipe up scrolls', async ({ page }) => {
      const descriptions = await open(page);
      const count = descriptions.length;
      const touch = await page.context().newCDPSession(page);
      /** A finger moves so far across an element. CSS pixels. */
      const swipe = async (element: Locator, x: number, y: number) => {
        const box = (await element.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
        const start = { x: box.x + box.width / 2 - x / 2, y: box.y + box.height / 2 - y / 2 };
        for (let step = 0; step <= 8; step += 1) {
          await touch.send('Input.dispatchTouchEvent', {
            type: step === 0 ? 'touchStart' : 'touchMove',
            touchPoints: [{ x: start.x + (x * step) / 8, y: start.y + (y * step) / 8 }],
          });
        }
        await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
      };
      const slide = (position: number) => page.getByRole('group', { name: `${position} of ${count}` });
      const large = (position: number) =>
        dialog(page).getByRole('img', { name: descriptions[position - 1] ?? '' });

      await swipe(slide(1), -150, 0);
      await expect(slide(2)).toBeVisible();
      const { scroll } = await place(page);
      await swipe(slide(2), 0, -200);
      await expect.poll(async () => (await place(page)).scroll).toBeGreaterThan(scroll);
      // Playwright refuses, with a message in the console, to tap what scrolls away from under the finger.
      let last = scroll;
      const scrolled = async () => {
        const before = last;
        last = (await place(page)).scroll;
        return last - before;
      };
      await expect.poll(scrolled).toBe(0);
      await expect(slide(2)).toBeVisible();
      await expect(dialog(page)).toHaveCount(0);

      await slide(2).tap();
      await expect(large(2)).toBeVisible();
      await swipe(large(2), -150, 0);
      await expect(large(3)).toBeVisible();
      await swipe(large(3), 150, 0);
      await expect(large(2)).toBeVisible();
      await swipe(large(2), 0, -200);
      await expect(large(2)).toBeVisible();
    });
  });
});
