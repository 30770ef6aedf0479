import { existsSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { IS_SOAK, repetitions } from '@site/backend/testing/repetitions';
import { TEST_CACHE_DIR } from '@site/backend/testing/startTestBackend';
import { computeIntegrity } from '@site/platform/build/computeIntegrity';
import { sha256 } from '@site/platform/build/sha256';
import { formatRelease, releaseKey } from '@site/platform/release/readReleases';
import type { BrowserWindow } from '../browser/BrowserWindow';
import { everyAddress } from '../browser/everyAddress';
import { chromiumIn, fetchChromium, type ChromiumPackage } from '../browser/fetchChromium';
import { findChromium } from '../browser/findChromium';
import { isHydrated } from '../browser/hydrated';
import { openChromium } from '../browser/openChromium';
import { HAS_FIREFOX, openFirefox } from '../browser/openFirefox';
import { HAS_WEBKIT, openWebKit } from '../browser/openWebKit';
import { galleryDescriptions, projectRecords } from '../browser/projectRecords';
import { copySite, type RunningSite } from '../browser/startSite';
import { storedRecords } from '../browser/storedRecords';
import { releasedPaths } from '../browser/test';
import { SUCCESS } from '../browser/typeBeforeScripts';
import { expectNothingLost } from './expectNothingLost';
import { startChangedSite } from './startChangedSite';
import type { Visit } from './visitChangedPage';

/** The oldest supported Chromium (docs/behaviour.md). */
const OLDEST: ChromiumPackage = {
  version: '103.0.0',
  integrity:
    'sha512-tFX5k5uWAT0fIxelUtpN4GN1VOTT61AHB6rRjeYzC296SjizKM1pNslEWj0YeuajKfsnNeDuHizB320TTTOrkA==',
};

interface Browser {
  open: () => Promise<BrowserWindow>;
  /** Why the tests in this browser are skipped. If false or undefined, they run. */
  missing?: string | false;
  /**
   * The moments at which a script changes the page; undefined to skip the test of changed pages. `chaos.spec.ts` tests all
   * moments in the newest Chromium.
   */
  changedWhen?: Visit['when'][];
}

const CHANGED_WHEN = repetitions<Visit['when'][]>(['between'], ['before', 'between']);

const BROWSERS: Record<string, Browser> = {
  'Safari’s engine': {
    open: openWebKit,
    missing: !HAS_WEBKIT && 'WebKit is not installed: apt-get install webkit2gtk-driver xvfb',
    changedWhen: CHANGED_WHEN,
  },
  Firefox: {
    open: openFirefox,
    missing: !HAS_FIREFOX && 'Firefox is not installed: apt-get install firefox-esr',
    changedWhen: CHANGED_WHEN,
  },
  'the newest Chromium': {
    open: async () => openChromium(await findChromium()),
    missing: !IS_SOAK && 'The other browser tests use this browser.',
  },
  'the oldest Chromium': {
    open: async () => openChromium(await oldestChromium()),
    missing:
      `${process.platform}-${process.arch}` !== 'linux-x64' &&
      'The npm package of the oldest Chromium only supports Linux on x64.',
  },
};

interface TestedWindow {
  noise: string[];
  /** A test sets this variable to detect a page load: a new document does not have the variable. */
  isSameDocument?: boolean;
  transitions?: number;
  /** What the last click hit: `a link` or `no link`. */
  clicked?: string;
}
declare const window: TestedWindow;

/**
 * Matches the error messages that are expected: one about the 404 page's status, and Firefox's integrity error for an
 * interrupted download, which Firefox hashes as an empty file.
 */
const EXPECTED =
  /status of 404 .*\/nowhere\)$|computed hash is “47DEQpj8HBSa\+\/TImW\+5JCeuQeRkm5NMpJWZG3hSuFU=/;

/**
 * Runs in the browser before all other scripts. Records errors and warnings in `window.noise`, because WebKit's driver
 * cannot read the console.
 */
function listen(): void {
  const noise: string[] = [];
  window.noise = noise;
  const recordMessage = (...parts: unknown[]) => void noise.push(`console: ${parts.join(' ')}`);
  console.error = recordMessage;
  console.warn = recordMessage;
  // This listener is also called when an element's script or picture fails to load.
  const recordError = (event: Event) => {
    const subject = event instanceof ErrorEvent ? event.message : (event.target as Element).outerHTML;
    noise.push(`error: ${subject}`);
  };
  addEventListener('error', recordError, true);
  addEventListener('unhandledrejection', ({ reason }) => noise.push(`rejected: ${String(reason)}`));
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    noise.push(`${effectiveDirective}: ${blockedURI}`),
  );
}

function readState() {
  const [navigation] = performance.getEntriesByType('navigation');
  const scripts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'));
  const broken = [...document.images].filter(({ complete, naturalWidth }) => complete && naturalWidth === 0);
  return {
    headings: document.querySelectorAll('h1').length,
    /** How far the page can be scrolled horizontally, in pixels. */
    sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    brokenPictures: broken.map(({ src }) => src),
    lateScripts: scripts
      .filter(({ startTime }) => startTime > (navigation?.domContentLoadedEventStart ?? 0))
      .map(({ name }) => name),
    noise: window.noise,
  };
}

/** Runs in the browser. Scrolls an element into view if necessary. Returns its centre in the viewport, in CSS pixels. */
function getCentre(selector: string): [x: number, y: number] {
  const element = document.querySelector(selector);
  if (!element) throw new Error(`There is no ${selector}.`);
  const { top, bottom } = element.getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const box = element.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}

for (const [name, { open: openBrowser, missing = false, changedWhen }] of Object.entries(BROWSERS)) {
  test.describe(name, () => {
    test.skip(missing !== false, missing || undefined);
    test.describe.configure({ mode: 'serial' });
    test.setTimeout(180_000);
    let site: RunningSite;
    let browser: BrowserWindow;

    test.beforeAll(async () => {
      browser = await openBrowser();
      site = await copySite();
      await listenInPages(site);
    });
    test.afterAll(async () => {
      await browser.close();
      await site.stop();
    });
    test.afterEach(async () => {
      const noise = [...(await browser.run(() => window.noise)), ...browser.takeMessages()];
      expect(noise.filter((line) => !EXPECTED.test(line))).toEqual([]);
    });

    async function open(path: string): Promise<void> {
      await browser.open(site.url + path);
      await expect.poll(() => browser.run(isHydrated)).toBe(true);
    }
    const tap = async (selector: string) => browser.tap(...(await browser.run(getCentre, selector)));
    /** Taps an element until `isDone` returns true. A tap may miss, because the element may move on a busy machine. */
    const tapUntil = (selector: string, isDone: () => Promise<boolean>) =>
      expect(async () => {
        if (!(await isDone())) await tap(selector);
        await expect.poll(isDone, { timeout: 3_000 }).toBe(true);
      }).toPass({ timeout: 30_000 });
    const count = (selector: string) => browser.run((one) => document.querySelectorAll(one).length, selector);
    const fill = async (field: string, text: string) => {
      await tap(`[name="${field}"]`);
      await expect.poll(() => browser.run(() => document.activeElement?.getAttribute('name'))).toBe(field);
      await browser.type(text);
    };
    const text = () => browser.run(() => document.body.innerText);

    test('§2 a page of each route hydrates without errors and requests all its scripts at once', async () => {
      for (const path of [...repetitions(await everyAddress(), releasedPaths()), '/nowhere']) {
        await test.step(path, async () => {
          await open(path);
          const { lateScripts, ...state } = await browser.run(readState);
          expect(state).toEqual({ headings: 1, sideways: 0, brokenPictures: [], noise: [] });
          // Some scripts are meant to load late: axios, `field.js`, and the remotes that the page does not use.
          const otherRemotes =
            path === '/nowhere' ? /-remote/ : path.startsWith('/micora') ? /studio/ : /micora/;
          const ownLateScripts = lateScripts.filter(
            (script) => !/axios|\/field\.js$/.test(script) && !otherRemotes.test(script),
          );
          expect(ownLateScripts).toEqual([]);
        });
      }
    });

    test('§2 navigation to the other remote and back starts at the top, without a page load', async () => {
      const place = () => browser.run(() => [location.pathname, scrollY]);
      await open('/micora');
      await browser.run(() => {
        window.isSameDocument = true;
        scrollTo(0, 400);
        document.querySelector<HTMLElement>('a[href="/"]')?.click();
      });
      await expect.poll(place).toEqual(['/', 0]);
      await browser.run(() => {
        scrollTo(0, 300);
        history.back();
      });
      await expect.poll(place).toEqual(['/micora', 0]);
      expect(await browser.run(() => window.isSameDocument)).toBe(true);
    });

    test('§4 a message and a deletion request arrive as typed', async () => {
      const email = `ada-${Date.now()}@example.com`;
      await open('/contact');
      await fill('full_name', 'Ada Example');
      await fill('email_address', email);
      await fill('project_details', 'A website for a lighthouse.');
      const submit = 'form button[type="submit"]';
      const isSending = async () => (await count(`${submit}:enabled`)) === 0;
      await tapUntil(submit, async () => (await isSending()) || (await text()).includes(SUCCESS));
      await expect.poll(text).toContain(SUCCESS);
      expect(await storedRecords('form_submits', 'email_address', email)).toHaveLength(1);

      await open('/micora/delete');
      await fill('contact_email', email);
      await fill('micora_email', email);
      await tapUntil(
        '[name="confirmation"]',
        async () => (await count('[name="confirmation"]:checked')) === 1,
      );
      await expect.poll(() => count('form button[type="submit"]:enabled')).toBe(1);
      const isSubmitted = async () => (await text()).includes('Request Submitted');
      await tapUntil(submit, async () => (await isSending()) || (await isSubmitted()));
      await expect.poll(text).toContain('Request Submitted');
      expect(await storedRecords('micora_delete_requests', 'micora_email', email)).toHaveLength(1);
    });

    if (changedWhen) {
      test('§4 nothing typed is lost when other software changes the page', async () => {
        test.setTimeout(600_000);
        const changed = await startChangedSite(site.url);
        try {
          await expectNothingLost(browser, changed, changedWhen);
        } finally {
          await changed.stop();
        }
        // Discard React's errors about the changed HTML.
        browser.takeMessages();
        await open('/');
      });
    }

    test('§2 closing an enlarged picture returns to the project page', async () => {
      const record = (await projectRecords()).find((one) => galleryDescriptions(one).length > 2);
      const address = `/projects/${record?.id}`;
      const place = () => browser.run(() => [location.pathname, 'gallery' in (history.state as object)]);
      await open(address);
      await tap('[aria-label="Enlarge image"]');
      await expect.poll(() => count('dialog[open]')).toBe(1);
      expect(await place()).toEqual([address, true]);
      const fillsWindow = () => document.querySelector('dialog')?.clientHeight === innerHeight;
      expect(await browser.run(fillsWindow)).toBe(true);
      await tap('dialog [aria-label="Next image"]');
      await expect
        .poll(() => browser.run(() => document.querySelector('dialog img')?.getAttribute('alt')))
        .toBe(record && galleryDescriptions(record)[1]);
      await tapUntil('dialog [aria-label="Close"]', async () => (await count('dialog')) === 0);
      await expect.poll(place).toEqual([address, false]);
    });

    test('§2 an enlarged picture stays open after a reload, and Back closes it', async () => {
      const isOpen = () => browser.run(() => document.querySelector('dialog')?.open ?? false);
      const path = releasedPaths().find((one) => one.startsWith('/projects/')) ?? '';
      await open(path);
      await tap('[aria-label="Enlarge image"]');
      await expect.poll(isOpen).toBe(true);
      await browser.run(() => {
        window.isSameDocument = true;
        setTimeout(() => location.reload());
      });
      // The driver cannot run scripts in a page that is still loading, so these checks are retried.
      await expect(async () => {
        expect(await browser.run(() => window.isSameDocument ?? false)).toBe(false);
        expect(await browser.run(isHydrated)).toBe(true);
        expect(await isOpen()).toBe(true);
      }).toPass();
      await browser.run(() => history.back());
      await expect.poll(isOpen).toBe(false);
      expect(await browser.run(() => location.pathname)).toBe(path);
    });

    test('§2 a swipe that the browser animates itself gets no second transition', async () => {
      const place = () => browser.run(() => location.pathname);
      const countTransitions = () => browser.run(() => window.transitions);
      await open('/about');
      const isSupported = await browser.run(
        () => 'startViewTransition' in document && 'hasUAVisualTransition' in PopStateEvent.prototype,
      );
      test.skip(!isSupported, 'The browser does not support view transitions.');
      await browser.run(() => {
        window.transitions = 0;
        const start = document.startViewTransition.bind(document);
        document.startViewTransition = (update) => {
          window.transitions = (window.transitions ?? 0) + 1;
          return start(update);
        };
        document.querySelector<HTMLElement>('header a[href="/contact"]')?.click();
      });
      await expect.poll(place).toBe('/contact');
      await expect.poll(countTransitions).toBe(1);
      await browser.run(() => {
        Object.defineProperty(PopStateEvent.prototype, 'hasUAVisualTransition', { get: () => true });
        history.back();
      });
      await expect.poll(place).toBe('/about');
      await expect.poll(() => browser.run(() => document.title)).toMatch(/^About/);
      expect(await countTransitions()).toBe(1);
    });

    test('§4 a tap outside the mobile menu only closes the menu, and links in the menu work', async () => {
      const toggle = 'button[aria-label="Menu"]';
      const below = 'main a[href="/projects"]';
      const isOpen = () => browser.run((one) => document.querySelector(one)?.ariaExpanded, toggle);
      await browser.resize(390, 844);
      await expect.poll(() => browser.run(() => innerWidth)).toBeLessThan(768);
      await open('/');
      await browser.run(() => {
        window.isSameDocument = true;
        const recordTarget = ({ target }: Event) => {
          window.clicked = (target as Element).closest('a') ? 'a link' : 'no link';
        };
        addEventListener('click', recordTarget, true);
      });
      for (const link of [below, 'header a']) {
        const point = await browser.run(getCentre, link);
        await tap(toggle);
        await expect.poll(isOpen).toBe('true');
        // `aria-expanded` becomes true before the menu's backdrop covers the page, so wait for the backdrop.
        const isCovered = () =>
          browser.run((x, y) => !document.elementFromPoint(x, y)?.closest('a'), ...point);
        await expect.poll(isCovered).toBe(true);
        await browser.tap(...point);
        await expect.poll(isOpen).toBe('false');
        expect(await browser.run(() => [window.clicked, location.pathname])).toEqual(['no link', '/']);
      }
      await tap(toggle);
      await expect.poll(isOpen).toBe('true');
      await tap(toggle);
      await expect.poll(isOpen).toBe('false');
      await tap(toggle);
      await expect.poll(isOpen).toBe('true');
      await tap('#site-menu a[href="/projects"]');
      await expect.poll(() => browser.run(() => location.pathname)).toBe('/projects');
      await expect.poll(isOpen).toBe('false');
      expect(await browser.run(() => window.isSameDocument)).toBe(true);
    });
  });
}

async function oldestChromium(): Promise<string> {
  const cached = chromiumIn(TEST_CACHE_DIR, OLDEST);
  if (existsSync(cached)) return cached;
  return fetchChromium(OLDEST, { cacheDir: TEST_CACHE_DIR, log: (line) => console.warn(line) });
}

/** Adds `listen` to every page of a site, before all other scripts. Must be called before the site's first request. */
async function listenInPages({ store, release }: RunningSite): Promise<void> {
  const code = `(${listen.toString()})();`;
  await store.write(`pages/${sha256(code)}`, code);
  const script = `<script src="/listen.js" integrity="${computeIntegrity(code)}" crossorigin></script>`;
  const pages = Object.entries(release.pages).map(async ([name, page]) => {
    const html = String(await store.read(`pages/${page.content}`)).replace('<head>', `<head>${script}`);
    const content = sha256(html);
    await store.write(`pages/${content}`, html);
    return [name, { ...page, content }] as const;
  });
  const changed = {
    ...release,
    pages: Object.fromEntries(await Promise.all(pages)),
    files: { ...release.files, 'listen.js': sha256(code) },
  };
  await store.write(releaseKey(1), formatRelease(changed));
}
