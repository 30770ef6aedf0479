import type { Locator, Page } from '@playwright/test';
import { openHydrated } from '@site/tests/browser/hydrated';
import { painted } from '@site/tests/browser/painted';
import { galleryDescriptions, projectRecords } from '@site/tests/browser/projectRecords';
import { expect, test } from '@site/tests/browser/test';

async function open(page: Page): Promise<string[]> {
  const record = (await projectRecords()).find((one) => galleryDescriptions(one).length > 2);
  await openHydrated(page, '/projects');
  await page.getByRole('link', { name: record?.title ?? '', exact: true }).click();
  await expect(page.getByRole('button', { name: /^Show picture 3/ })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.getByRole('region', { name: /^Pictures of/ }).scrollIntoViewIfNeeded();
  return record ? galleryDescriptions(record) : [];
}

const dialog = (page: Page) => page.getByRole('dialog', { name: /^Pictures of/ });
const enlarge = (page: Page) => page.getByRole('button', { name: 'Enlarge image' });
const place = (page: Page) =>
  page.evaluate(() => ({ scroll: scrollY, address: location.href, width: document.body.clientWidth }));

/**
 * Returns whether the focus has stayed inside the dialog. If no element has the focus, the active element is `body`, which
 * is allowed. Runs in the browser, not in Node.
 */
function isInside(): boolean {
  return document.activeElement === document.body || document.activeElement?.closest('dialog') !== null;
}

async function closed(page: Page): Promise<void> {
  await expect(dialog(page)).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => 'gallery' in history.state)).toBe(false);
}

function buttonsOnPicture(region: Locator): Promise<string[]> {
  return region.getByRole('button').evaluateAll((buttons) =>
    buttons
      // Ignores thumbnails, which contain their own pictures.
      .filter((button) => !button.querySelector('img'))
      .filter((button) => {
        const { left, top, width, height } = button.getBoundingClientRect();
        const all = document.elementsFromPoint(left + width / 2, top + height / 2);
        return all.some(
          (one) => one instanceof HTMLImageElement && one.closest('dialog') === button.closest('dialog'),
        );
      })
      .map((button) => button.getAttribute('aria-label') ?? ''),
  );
}

async function getBox(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error('The element is not shown.');
  return box;
}

async function settled(element: Locator) {
  await element.evaluate(async (one) => {
    await Promise.all(
      (one.closest('dialog') ?? one).getAnimations({ subtree: true }).map(({ finished }) => finished),
    );
  });
  return getBox(element);
}

async function touchScreen(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  /**
   * @param at a function that returns the fingers' positions at a given fraction of the movement, from 0 to 1
   * @param start the timestamp of the first event, in seconds since 1970. The timestamp of the last event is a tenth of a
   *   second later. If `start` is undefined, the timestamps are the actual times
   */
  return async (at: (part: number) => { x: number; y: number }[], start?: number) => {
    const send = (
      type: 'touchStart' | 'touchMove' | 'touchEnd',
      step: number,
      touchPoints: { x: number; y: number; id: number }[],
    ) => {
      const timestamp = start === undefined ? {} : { timestamp: start + step / 90 };
      return devtools.send('Input.dispatchTouchEvent', { type, touchPoints, ...timestamp });
    };
    for (let step = 0; step <= 8; step += 1) {
      const points = at(step / 8).map((point, id) => ({ ...point, id }));
      await send(step === 0 ? 'touchStart' : 'touchMove', step, points);
    }
    await send('touchEnd', 9, []);
  };
}

test.describe('§2 an enlarged gallery picture', () => {
  test('§2 keeps the focus inside, and restores scroll, focus and history when closed', async ({ page }) => {
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

  test('§2 is uncropped and can be swiped; once it is closed, the gallery shows the same picture', async ({
    page,
  }) => {
    const descriptions = await open(page);
    const count = descriptions.length;
    const shown = (position: number) =>
      dialog(page).getByRole('img', { name: descriptions[position - 1] ?? '' });
    await page.getByRole('img', { name: descriptions[0] ?? '' }).click();
    await expect(shown(1)).toBeVisible();
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

  for (const [width, height, colorScheme] of [
    [390, 844, 'light'],
    [844, 390, 'dark'],
    [768, 1024, 'dark'],
    [1440, 900, 'light'],
  ] as const) {
    test.describe(`in ${colorScheme} colours`, () => {
      test.use({ colorScheme, viewport: { width, height } });

      test(`§2 at ${width} x ${height}, the surround is dark and nothing covers the picture`, async ({
        page,
      }) => {
        await open(page);
        await enlarge(page).click();
        await expect(dialog(page)).toHaveCSS('background-color', 'rgb(11, 12, 16)');
        const box = await dialog(page).getByRole('img').boundingBox();
        // The picture is wider than it is tall, so it fills the width of a phone in portrait orientation.
        const isPhone = width === 390;
        if (isPhone) expect(box).toMatchObject({ x: 0, y: 0, width });
        expect(box?.width).toBeGreaterThan(width * 0.8);
        expect(box?.height).toBeGreaterThan(height * 0.8);
        if (height > 390 && !isPhone) expect(box?.y).toBeGreaterThanOrEqual(20);
        expect(await buttonsOnPicture(dialog(page))).toEqual([]);
        for (const button of await dialog(page).getByRole('button').all())
          await expect(button).toBeInViewport({ ratio: 1 });
      });
    });
  }

  test('§2 opens again at the same picture after a reload, or when the visitor returns', async ({ page }) => {
    const descriptions = await open(page);
    const large = (position: number) =>
      dialog(page).getByRole('img', { name: descriptions[position - 1] ?? '' });
    await enlarge(page).click();
    await page.keyboard.press('ArrowRight');
    await expect(large(2)).toBeVisible();
    await expect.poll(() => page.evaluate(() => (history.state as { picture?: number }).picture)).toBe(1);
    for (const comeBack of [
      () => page.reload(),
      async () => {
        await page.goto('/about');
        await page.goBack();
      },
    ]) {
      await comeBack();
      await expect(large(2)).toBeVisible();
    }
    await page.goBack();
    await closed(page);
    await expect(page.getByRole('img', { name: descriptions[1] ?? '' })).toBeVisible();
    await page.goForward();
    await expect(large(2)).toBeVisible();
    await page.reload();
    await expect(large(2)).toBeVisible();
    await page.keyboard.press('Escape');
    await closed(page);
    await page.goBack();
    await expect(page).toHaveURL('/projects');
  });

  test.describe('a deleted project', () => {
    test.use({ expectedNoise: [/status of 404|^status 404/] });
    test('§2 the page goes back from the picture’s history entry, so that Back leads to the list', async ({
      page,
    }) => {
      await openHydrated(page, '/projects');
      await page.evaluate(() => {
        history.pushState({ key: 'a' }, '', '/projects/gone');
        history.pushState({ key: 'a', gallery: 'gone' }, '');
      });
      await page.reload();
      await expect(page.getByRole('heading', { name: 'Project Not Found' })).toBeVisible();
      await closed(page);
      await page.goBack();
      await expect(page).toHaveURL('/projects');
    });
  });

  test('§2 zooms by button, double click, wheel and keys, and cannot be dragged past its edges', async ({
    page,
  }) => {
    await open(page);
    await enlarge(page).click();
    const image = dialog(page).getByRole('img');
    const name = await image.getAttribute('alt');
    const unzoomed = await settled(image);
    const width = (times: number) =>
      expect.poll(async () => (await settled(image)).width).toBeCloseTo(unzoomed.width * times, 0);
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await dialog(page).getByRole('button', { name: 'Zoom in' }).click();
    await width(2.5);
    const before = await settled(image);
    await press('ArrowRight', 'ArrowDown');
    const after = await settled(image);
    expect([after.x, after.y]).toEqual([before.x - 80, before.y - 80]);
    expect(await image.getAttribute('alt')).toBe(name);
    await page.mouse.move(500, 400);
    await page.mouse.down();
    await page.mouse.move(1300, 400, { steps: 4 });
    await page.mouse.up();
    await page.mouse.move(400, 400);
    await page.mouse.down();
    await page.mouse.move(1300, 400, { steps: 4 });
    await page.mouse.up();
    expect((await settled(image)).x).toBeLessThanOrEqual(unzoomed.x + 1);
    expect(await image.getAttribute('alt')).toBe(name);
    await dialog(page).getByRole('button', { name: 'Zoom out' }).click();
    await width(1);
    await press('+', '+', '-');
    await width(1.5);
    await press('0');
    await width(1);
    await page.mouse.dblclick(600, 400);
    await width(2.5);
    await page.mouse.dblclick(600, 400);
    await width(1);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -100);
    await page.keyboard.up('Control');
    await width(Math.E);
    await dialog(page).getByRole('button', { name: 'Next image' }).click();
    await width(1);
    expect(await page.evaluate(() => visualViewport?.scale)).toBe(1);
  });

  test.describe('a touch screen', () => {
    test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

    test('§2 no button covers the picture before it is enlarged', async ({ page }) => {
      await open(page);
      const carousel = page.getByRole('region', { name: /^Pictures of/ });
      expect(await buttonsOnPicture(carousel)).toEqual([]);
    });

    test('§2 a sideways swipe shows the next picture, and a swipe up scrolls the page', async ({ page }) => {
      const descriptions = await open(page);
      const count = descriptions.length;
      const fingers = await touchScreen(page);
      const swipe = async (element: Locator, x: number, y: number) => {
        const { x: left, y: top, width, height } = await getBox(element);
        const start = { x: left + width / 2 - x / 2, y: top + height / 2 - y / 2 };
        await fingers((part) => [{ x: start.x + x * part, y: start.y + y * part }]);
      };
      const slide = (position: number) => page.getByRole('group', { name: `${position} of ${count}` });
      const large = (position: number) =>
        dialog(page).getByRole('img', { name: descriptions[position - 1] ?? '' });

      await swipe(slide(1), -150, 0);
      await expect(slide(2)).toBeVisible();
      const { scroll } = await place(page);
      await swipe(slide(2), 0, -200);
      await expect.poll(async () => (await place(page)).scroll).toBeGreaterThan(scroll);
      // Wait until the page has stopped scrolling. Otherwise, Playwright logs a message when it taps a moving element.
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

    test('§2 a pinch or a double tap zooms, and a drag moves the zoomed picture', async ({ page }) => {
      await open(page);
      await enlarge(page).tap();
      const fingers = await touchScreen(page);
      const image = dialog(page).getByRole('img');
      const name = await image.getAttribute('alt');
      const unzoomed = await settled(image);
      const width = async () => Math.round((10 * (await settled(image)).width) / unzoomed.width) / 10;
      /**
       * Pinches with two fingers. `from` and `to` are the distances between the fingers at the start and at the end, in CSS
       * pixels.
       */
      const pinch = (from: number, to: number) =>
        fingers((part) => {
          const apart = (from + (to - from) * part) / 2;
          return [
            { x: 195 - apart, y: 400 },
            { x: 195 + apart, y: 400 },
          ];
        });
      await pinch(100, 300);
      expect(await width()).toBe(3);
      const before = await settled(image);
      await fingers((part) => [{ x: 200 - 100 * part, y: 400 }]);
      expect((await settled(image)).x).toBe(before.x - 100);
      await pinch(300, 50);
      expect(await settled(image)).toEqual(unzoomed);
      const tapTwice = async () => {
        const start = Date.now() / 1000;
        await fingers(() => [{ x: 100, y: 400 }], start);
        await fingers(() => [{ x: 101, y: 400 }], start + 0.2);
      };
      await tapTwice();
      await expect.poll(width).toBe(2.5);
      await tapTwice();
      await expect.poll(width).toBe(1);
      expect(await image.getAttribute('alt')).toBe(name);
      expect(await page.evaluate(() => visualViewport?.scale)).toBe(1);
    });
  });
});
