import type { Page } from '@playwright/test';
import { hydrated } from '../hydrated';
import { releasedPaths } from '../releasedPaths';
import { expect, test } from '../test';

/** What each transition of the page has moved by a name, and for how long, in milliseconds. */
async function watchTransitions(page: Page): Promise<() => Promise<{ names: string[]; longest: number }[]>> {
  await page.addInitScript(() => {
    const seen: { names: string[]; longest: number }[] = [];
    Object.assign(window, { seen });
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      const transition = start(update);
      const entry = { names: [] as string[], longest: 0 };
      seen.push(entry);
      void transition.ready.then(() => {
        const animations = document.getAnimations().filter(({ effect }) => {
          return (effect as KeyframeEffect).pseudoElement?.startsWith('::view-transition');
        });
        entry.longest = Math.max(
          ...animations.map(({ effect }) => Number(effect?.getComputedTiming().endTime)),
        );
        entry.names = animations
          .map(
            ({ effect }) => /group\((.*)\)/.exec((effect as KeyframeEffect).pseudoElement ?? '')?.[1] ?? '',
          )
          .filter((name) => name && name !== 'root');
      });
      return transition;
    };
  });
  return () =>
    page.evaluate(() => (window as unknown as { seen: { names: string[]; longest: number }[] }).seen);
}

const openFirst = (page: Page) => page.getByRole('article').first().getByRole('link').click();
const isThere = (page: Page) => expect(page.getByRole('link', { name: 'Start Your Project' })).toBeVisible();

test.describe('§2 moves between pages', () => {
  test('a card’s picture grows into its project and back, within 250 ms', async ({ page }) => {
    const transitions = await watchTransitions(page);
    await page.goto('/projects');
    await hydrated(page);
    await openFirst(page);
    await isThere(page);
    await expect.poll(async () => (await transitions()).map(({ names }) => names)).toEqual([['picture']]);
    await page.goBack();
    await expect(page.getByRole('article').first()).toBeVisible();
    await expect
      .poll(async () => (await transitions()).map(({ names }) => names))
      .toEqual([['picture'], ['picture']]);
    for (const { longest } of await transitions()) {
      expect(longest).toBeGreaterThan(0);
      expect(longest).toBeLessThan(250);
    }
  });

  test('moves made one upon another end at the last one, and nothing fails', async ({ page }) => {
    await page.goto('/');
    await hydrated(page);
    const menu = page.getByRole('navigation', { name: 'Main' });
    for (const name of ['About', 'Contact', 'Projects', 'About', 'Contact']) {
      await menu.getByRole('link', { name }).dispatchEvent('click');
    }
    await expect(page.getByRole('form', { name: 'Contact form' })).toBeVisible();
    await expect(page).toHaveURL('/contact');
    await page.goBack();
    await page.goForward();
    await expect(page).toHaveURL('/contact');
    await page.waitForTimeout(400);
  });

  test('no page names a transition before its scripts have run', async ({ request }) => {
    for (const path of releasedPaths()) {
      expect(await (await request.get(path)).text()).not.toContain('view-transition-name');
    }
  });

  test.describe('with reduced motion', () => {
    test.use({ contextOptions: { reducedMotion: 'reduce' } });
    test('are none at all', async ({ page }) => {
      const transitions = await watchTransitions(page);
      await page.goto('/projects');
      await hydrated(page);
      await openFirst(page);
      await isThere(page);
      await page.goBack();
      await expect(page.getByRole('article').first()).toBeVisible();
      expect(await transitions()).toEqual([]);
    });
  });

  test('lose nothing in a browser that has none', async ({ page }) => {
    await page.addInitScript(() => {
      Reflect.deleteProperty(Document.prototype, 'startViewTransition');
    });
    await page.goto('/projects');
    await hydrated(page);
    await openFirst(page);
    await isThere(page);
    await page.goBack();
    await expect(page.getByRole('article').first()).toBeVisible();
  });
});
