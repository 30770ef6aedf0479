import { expect, test } from '@playwright/test';
import { integrityOf } from '@site/tools/build/integrityOf';
import { sha256 } from '@site/tools/build/sha256';
import { releaseKey } from '@site/tools/release/readRelease';
import { expectNothingLost } from './expectNothingLost';
import { isHydrated } from '../browser/hydrated';
import { HAS_WEBKIT, openWebKit, type WebKitWindow } from '../browser/openWebKit';
import { storedRecords } from '../browser/storedRecords';
import { startChangedSite } from './startChangedSite';
import { copySite, type RunningSite } from '../browser/startSite';
import { releasedPaths } from '../browser/test';
import { SUCCESS } from '../browser/typeBeforeScripts';

interface ListenedTo {
  /** What went wrong in the page. */
  noise: string[];
  /** Gone once the page has been loaded again. */
  stays?: boolean;
}
declare const window: ListenedTo;

/** In a page, before anything else: its driver cannot read WebKit's console. */
function listen(): void {
  const noise: string[] = [];
  window.noise = noise;
  const noteWords = (...words: unknown[]) => void noise.push(`console: ${words.join(' ')}`);
  console.error = noteWords;
  console.warn = noteWords;
  // Those of elements that cannot be loaded, too.
  const note = (event: Event) => {
    const about = event instanceof ErrorEvent ? event.message : (event.target as Element).outerHTML;
    noise.push(`error: ${about}`);
  };
  addEventListener('error', note, true);
  addEventListener('unhandledrejection', ({ reason }) => noise.push(`rejected: ${String(reason)}`));
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    noise.push(`${effectiveDirective}: ${blockedURI}`),
  );
}

/** In a page: what can be seen of it at rest. */
function readState() {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const scripts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'));
  const broken = [...document.images].filter(({ complete, naturalWidth }) => complete && naturalWidth === 0);
  return {
    headings: document.querySelectorAll('h1').length,
    /** Pixels that it can be scrolled sideways by. */
    sideways: document.documentElement.scrollWidth - innerWidth,
    brokenPictures: broken.map(({ src }) => src),
    /** The scripts that were asked for only after the document had been read. */
    lateScripts: scripts
      .filter(({ startTime }) => startTime > (navigation?.domContentLoadedEventStart ?? 0))
      .map(({ name }) => name),
    noise: window.noise,
  };
}

test.describe('Safari’s engine', () => {
  test.skip(!HAS_WEBKIT, 'There is no WebKit here: apt-get install webkit2gtk-driver xvfb');
  test.describe.configure({ mode: 'serial' });
  test.setTimeout(120_000);
  let site: RunningSite;
  let webkit: WebKitWindow;

  test.beforeAll(async () => {
    site = await copySite();
    await listenInPages(site);
    webkit = await openWebKit();
  });
  test.afterAll(async () => {
    await webkit.close();
    await site.stop();
  });
  test.afterEach(async () => {
    expect(await webkit.run(() => window.noise)).toEqual([]);
  });

  /** Opens a page, and waits until React has taken it over. */
  async function open(path: string): Promise<void> {
    await webkit.open(site.url + path);
    await expect.poll(() => webkit.run(isHydrated)).toBe(true);
  }

  test('§2 every page hydrates, asks for all its scripts at once, and has nothing to complain of', async () => {
    for (const path of [...releasedPaths(), '/nowhere']) {
      await test.step(path, async () => {
        await open(path);
        const { lateScripts, ...state } = await webkit.run(readState);
        expect(state).toEqual({ headings: 1, sideways: 0, brokenPictures: [], noise: [] });
        // Requests wait for this one, which no page waits for.
        expect(lateScripts.filter((name) => !name.includes('axios'))).toEqual([]);
      });
    }
  });

  test('§2 a move to the other remote, and Back, start at the top without loading the page again', async () => {
    const place = () => webkit.run(() => [location.pathname, scrollY]);
    await open('/micora');
    await webkit.run(() => {
      window.stays = true;
      scrollTo(0, 400);
      document.querySelector<HTMLElement>('a[href="/"]')?.click();
    });
    await expect.poll(place).toEqual(['/', 0]);
    await webkit.run(() => {
      scrollTo(0, 300);
      history.back();
    });
    await expect.poll(place).toEqual(['/micora', 0]);
    expect(await webkit.run(() => window.stays)).toBe(true);
  });

  test('§4 a message that is typed and sent arrives', async () => {
    const email = `webkit-${Date.now()}@example.com`;
    await open('/contact');
    const fill = async (field: string, text: string) => {
      await webkit.run((name) => document.getElementsByName(name)[0]?.focus(), field);
      await webkit.type(text);
    };
    await fill('full_name', 'Ada Example');
    await fill('email_address', email);
    await fill('project_details', 'A website for a lighthouse.');
    await webkit.run(() => document.querySelector('form')?.requestSubmit());
    await expect.poll(() => webkit.run(() => document.body.innerText)).toContain(SUCCESS);
    expect(await storedRecords('form_submits', 'email_address', email)).toHaveLength(1);
  });

  test('§4 whatever other software changes before and during hydration, nothing typed is lost', async () => {
    test.setTimeout(600_000);
    const changed = await startChangedSite(site.url);
    try {
      await expectNothingLost(webkit, changed, ['before', 'between']);
    } finally {
      await changed.stop();
    }
    // React has told of what it found changed.
    await open('/');
  });
});

/** Puts a script before all others of every page of a site's live release, before anybody has asked for it. */
async function listenInPages({ store, release }: RunningSite): Promise<void> {
  const code = `(${listen.toString()})();`;
  await store.write(`pages/${sha256(code)}`, code);
  const script = `<script src="/listen.js" integrity="${integrityOf(code)}" crossorigin></script>`;
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
  await store.write(releaseKey(release.id), JSON.stringify(changed));
}
