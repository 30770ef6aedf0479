import type { Page } from '@playwright/test';
import { holdBack } from '@site/tests/browser/holdBack';
import { openHydrated } from '@site/tests/browser/hydrated';
import { projectRecords } from '@site/tests/browser/projectRecords';
import { expect, test } from '@site/tests/browser/test';

test('§2 on a screen of 1440 x 900, each case begins on the first screen, before any picture', async ({
  page,
}) => {
  for (const { id, problem } of await projectRecords()) {
    await page.goto(`/projects/${id}`);
    const words = page.getByText(problem, { exact: true });
    await expect(words).toBeInViewport({ ratio: 1 });
    const bottom = await words.evaluate((element) => element.getBoundingClientRect().bottom);
    const top = await page.evaluate(() => document.querySelector('main img')?.getBoundingClientRect().top);
    expect(top).toBeGreaterThan(bottom);
  }
});

test('§2 each case has 350 to 500 words', async ({ page }) => {
  for (const { id, problem } of await projectRecords()) {
    await page.goto(`/projects/${id}`);
    const text = page.getByRole('heading', { name: 'About this project' }).locator('+ *');
    const words = `${problem} ${await text.innerText()}`.split(/\s+/).length;
    expect(words, id).toBeGreaterThanOrEqual(350);
    expect(words, id).toBeLessThanOrEqual(500);
  }
});

const topPicture = (page: Page) =>
  page.evaluate(() => {
    const cover = document.querySelector('main picture');
    cover?.scrollIntoView({ block: 'center' });
    const { left, top, width, height } = cover?.getBoundingClientRect() ?? new DOMRect();
    const picture = document.elementFromPoint(left + width / 2, top + height / 2);
    if (!(picture instanceof HTMLImageElement)) return undefined;
    return { isLoaded: picture.complete && picture.naturalWidth > 0, source: picture.currentSrc };
  });
const expectOnTop = (page: Page, source: string) =>
  expect.poll(() => topPicture(page)).toEqual({ isLoaded: true, source });

const PICTURES = /\/assets\/pictures\/|\/api\/files\//;

for (const density of [2, 2.625, 3]) {
  test.describe(`a phone with a density of ${density}`, () => {
    test.use({ viewport: { width: 390, height: 844 }, deviceScaleFactor: density });

    test('§2 a card’s picture grows into the cover, which needs no other copy', async ({ page }) => {
      const [record] = await projectRecords();
      await openHydrated(page, '/projects');
      const card = page.getByRole('article').first();
      const shown = await card.locator('img').evaluate(async (image: HTMLImageElement) => {
        await image.decode();
        return image.currentSrc;
      });
      await page.waitForLoadState('networkidle');
      const release = await holdBack(page, PICTURES);
      await card.getByRole('link').click();
      await expect(page.getByRole('heading', { level: 1, name: record?.title ?? '' })).toBeVisible();
      await expectOnTop(page, shown);
      release();
      const cover = page.getByRole('main').locator('picture').first().locator('img');
      await expect.poll(() => cover.evaluate((image: HTMLImageElement) => image.currentSrc)).toBe(shown);
    });
  });
}

test('§2 the picture that was followed stays until a larger copy of the cover has been decoded', async ({
  page,
}) => {
  await openHydrated(page, '/projects');
  const card = page.getByRole('article').nth(1);
  await card.scrollIntoViewIfNeeded();
  const shown = await card.locator('img').evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    return image.currentSrc;
  });
  await page.waitForLoadState('networkidle');
  const release = await holdBack(page, PICTURES);
  await card.getByRole('link').click();
  await expect(page.getByRole('link', { name: 'Back to projects' })).toBeVisible();
  await expectOnTop(page, shown);
  release();
  await expect.poll(async () => (await topPicture(page))?.source).not.toBe(shown);
  expect(await topPicture(page)).toMatchObject({ isLoaded: true });
});

test('§2 nothing that moves with scrolling covers a word or leaves a gap where nothing scrolls', async ({
  page,
}) => {
  for (const path of ['/', '/projects', '/about']) {
    await openHydrated(page, path);
    expect({ path, faults: await page.evaluate(faultsOfMotion) }).toEqual({ path, faults: [] });
  }
});

/**
 * Lists the faults of elements with scroll-driven animations: words that such an element covers, and gaps of more than
 * 300 px where such an element is clipped. Runs in the browser, not in Node.
 */
function faultsOfMotion(): string[] {
  const faults: string[] = [];
  const moving = document
    .getAnimations()
    .filter(({ timeline }) => timeline?.constructor.name === 'ViewTimeline')
    .map(({ effect }) => (effect as KeyframeEffect).target)
    .filter((target) => target instanceof HTMLElement);
  const texts: [string, DOMRect, Node][] = [];
  const walker = document.createTreeWalker(
    document.querySelector('main') ?? document.body,
    NodeFilter.SHOW_TEXT,
  );
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.textContent?.trim() || !node.parentElement?.checkVisibility()) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    texts.push([node.textContent, range.getBoundingClientRect(), node]);
  }
  for (const element of moving) {
    let { top, bottom } = element.getBoundingClientRect();
    const { left, right } = element.getBoundingClientRect();
    for (let frame = element.parentElement; frame; frame = frame.parentElement) {
      if (getComputedStyle(frame).overflowY === 'visible') continue;
      const box = frame.getBoundingClientRect();
      [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
    }
    for (const [text, box, node] of texts) {
      const isApart = box.bottom <= top || box.top >= bottom || box.right <= left || box.left >= right;
      if (!isApart && !element.contains(node)) faults.push(`covers “${text}”`);
    }
    const [, hidden = '0'] = /inset\(([\d.]+)%/.exec(getComputedStyle(element).clipPath) ?? [];
    const gap = (Number(hidden) / 100) * element.offsetHeight;
    if (gap > 300) faults.push(`hides ${gap} px`);
  }
  return faults;
}
