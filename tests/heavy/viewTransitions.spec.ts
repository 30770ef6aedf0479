import type { Page } from '@playwright/test';
import { openHydrated } from '../browser/hydrated';
import { navigateTo } from '../browser/navigateTo';
import { painted } from '../browser/painted';
import { expect, test } from '../browser/test';

interface Transition {
  names: string[];
  /** The duration of the longest animation, in milliseconds. */
  duration: number;
}

async function watchTransitions(page: Page): Promise<() => Promise<Transition[]>> {
  await page.addInitScript(() => {
    const transitions: Transition[] = [];
    Object.assign(window, { transitions });
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      const transition = start(update);
      const entry: Transition = { names: [], duration: 0 };
      transitions.push(entry);
      void transition.ready.then(() => {
        for (const { effect } of document.getAnimations() as (Animation & { effect: KeyframeEffect })[]) {
          const part = effect.pseudoElement ?? '';
          if (!part.startsWith('::view-transition')) continue;
          entry.duration = Math.max(entry.duration, Number(effect.getComputedTiming().endTime));
          const [, name = 'root'] = /group\((.*)\)/.exec(part) ?? [];
          if (name !== 'root') entry.names.push(name);
        }
      });
      return transition;
    };
  });
  return () => page.evaluate(() => (window as unknown as { transitions: Transition[] }).transitions);
}

async function visitFirstProject(
  page: Page,
  onProject?: () => Promise<void>,
  path = '/projects',
): Promise<void> {
  await openHydrated(page, path);
  const first = page.getByRole('article').first();
  await first.getByRole('link').click();
  await expect(page.getByRole('link', { name: 'Start Your Project' })).toBeVisible();
  await onProject?.();
  await page.goBack();
  await expect(first).toBeVisible();
}

test.describe('§2 transitions between pages', () => {
  for (const path of ['/projects', '/']) {
    test(`a picture’s transitions from ${path} to its project and back each take under 250 ms`, async ({
      page,
    }) => {
      const transitions = await watchTransitions(page);
      const names = async () => (await transitions()).map((transition) => transition.names);
      await visitFirstProject(page, () => expect.poll(names).toEqual([['picture']]), path);
      await expect.poll(names).toEqual([['picture'], ['picture']]);
      for (const { duration } of await transitions()) {
        expect(duration).toBeGreaterThan(0);
        expect(duration).toBeLessThan(250);
      }
    });
  }

  test('a swipe that the browser animates itself gets no second transition', async ({ page }) => {
    await page.addInitScript(() => {
      const isSwipe = () => 'isSwipe' in window;
      Object.defineProperty(PopStateEvent.prototype, 'hasUAVisualTransition', { get: isSwipe });
    });
    const transitions = await watchTransitions(page);
    const count = async () => (await transitions()).length;
    await visitFirstProject(page);
    await expect.poll(count).toBe(2);
    const work = page.getByRole('link', { name: 'Start Your Project' });
    await page.evaluate(() => Object.assign(window, { isSwipe: true }));
    await page.goForward();
    await expect(work).toBeVisible();
    await page.goBack();
    await expect(work).toBeHidden();
    expect(await count()).toBe(2);
    await page.getByRole('article').first().getByRole('link').click();
    await expect(work).toBeVisible();
    await expect.poll(count).toBe(3);
  });

  // On a slow machine, a navigation interrupts the previous navigation's transition.
  test('the last of several quick navigations is shown, even on a slow machine', async ({ page }) => {
    const devtools = await page.context().newCDPSession(page);
    for (let round = 0; round < 3; round += 1) {
      await openHydrated(page, '/');
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: 12 });
      const menu = page.getByRole('navigation', { name: 'Main' });
      await menu.evaluate(async (element) => {
        for (const name of ['About', 'Contact', 'Projects', 'About', 'Contact']) {
          const links = [...element.querySelectorAll('a')];
          links.find(({ textContent }) => textContent === name)?.click();
          await new Promise((done) => setTimeout(done, 20));
        }
      });
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
      await expect(page.getByRole('form', { name: 'Contact form' })).toBeVisible();
      await expect(page).toHaveTitle(/^Contact/);
    }
  });

  test('a page is shown after the browser’s snapshot, unless a newer page is already shown', async ({
    page,
  }) => {
    await page.addInitScript(() => {
      const held: (() => void)[] = [];
      Object.assign(window, { begin: () => held.shift()?.() });
      document.startViewTransition = (update) => {
        held.push(update as () => void);
        document.documentElement.dataset.held = String(held.length);
        // Browsers reject `ready` with an `AbortError` when they skip a transition.
        return { ready: Promise.reject(new DOMException('', 'AbortError')) } as unknown as ViewTransition;
      };
    });
    await openHydrated(page, '/');
    const heading = page.getByRole('heading', { level: 1 });
    const home = await heading.innerText();
    const clickLink = async (name: string) => {
      await page.locator('html').evaluate((html) => delete html.dataset.held);
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
      await expect(page.locator('html')).toHaveAttribute('data-held', '1');
    };
    const begin = () => page.evaluate<string>('begin(), document.querySelector("h1").innerText');
    await clickLink('Projects');
    await expect(heading).toHaveText(home);
    expect(await begin()).toBe('Our projects');
    await clickLink('Contact');
    await navigateTo(page, '/about');
    await expect(page).toHaveTitle(/^About/);
    const about = await heading.innerText();
    expect(await begin()).toBe(about);
    await painted(page);
    await expect(heading).toHaveText(about);
  });

  test.describe('reduced motion', () => {
    test.use({ contextOptions: { reducedMotion: 'reduce' } });
    test('navigation has no transitions', async ({ page }) => {
      const transitions = await watchTransitions(page);
      await visitFirstProject(page);
      expect(await transitions()).toEqual([]);
    });
  });

  test('a browser without view transitions shows the same pages', async ({ page }) => {
    await page.addInitScript(() => {
      Reflect.deleteProperty(Document.prototype, 'startViewTransition');
    });
    await visitFirstProject(page);
  });
});
