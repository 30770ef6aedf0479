import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { integrityOf } from '../../build/integrityOf';
import { HAS_WEBKIT, openWebKit, type WebKitWindow } from '../openWebKit';
import { releasedPaths } from '../releasedPaths';
import { storedRecords } from '../storedRecords';
import { copySite, type RunningSite } from '../startSite';
import { siteStore, siteUrl } from '../test';
import { SUCCESS } from '../typeBeforeScripts';

/** What can be seen of a page when it is at rest. */
interface PageState {
  isHydrated: boolean;
  headings: number;
  /** Pixels that it can be scrolled sideways by. */
  sideways: number;
  brokenPictures: string[];
  /** The page's scripts that were asked for only after the document had been read. */
  lateScripts: string[];
  /** What went wrong in it. */
  noise: string[];
}

/** Runs before anything else in a page: its driver cannot read WebKit's console. */
const LISTEN = `
  const noise = (window.noise = []);
  for (const level of ['error', 'warn']) console[level] = (...words) => noise.push(level + ': ' + words.join(' '));
  addEventListener('error', ({ message, target }) => noise.push('error: ' + (message ?? target.outerHTML)), true);
  addEventListener('unhandledrejection', ({ reason }) => noise.push('rejected: ' + reason));
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => noise.push(effectiveDirective + ': ' + blockedURI));
`;

const STATE = `
  const root = document.getElementById('root');
  const [{ domContentLoadedEventStart }] = performance.getEntriesByType('navigation');
  const scripts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'));
  return {
    isHydrated: Object.keys(root ?? {}).some((key) => key.startsWith('__reactContainer')),
    headings: document.querySelectorAll('h1').length,
    sideways: document.documentElement.scrollWidth - innerWidth,
    brokenPictures: [...document.images].filter(({ complete, naturalWidth }) => complete && naturalWidth === 0).map(({ src }) => src),
    lateScripts: scripts.filter(({ startTime }) => startTime > domContentLoadedEventStart).map(({ name }) => name),
    noise,
  };`;

test.describe('Safari’s engine', () => {
  test.skip(!HAS_WEBKIT, 'There is no WebKit here: apt-get install webkit2gtk-driver xvfb');
  test.describe.configure({ mode: 'serial' });
  test.setTimeout(120_000);
  let site: RunningSite;
  let webkit: WebKitWindow;

  test.beforeAll(async () => {
    site = await copySite(siteStore(), siteUrl('SITE_BACKEND_URL'));
    await listenInPages(site);
    webkit = await openWebKit();
  });
  test.afterAll(async () => {
    await webkit.close();
    await site.stop();
  });
  test.afterEach(async () => {
    expect(await webkit.run('return window.noise')).toEqual([]);
  });

  /** Opens a page, and waits until React has taken it over. */
  async function open(path: string): Promise<void> {
    await webkit.open(site.url + path);
    await expect.poll(async () => (await webkit.run<PageState>(STATE)).isHydrated).toBe(true);
  }

  test('§2 every page hydrates, asks for all its scripts at once, and has nothing to complain of', async () => {
    for (const path of [...releasedPaths(), '/nowhere']) {
      await test.step(path, async () => {
        await open(path);
        const { lateScripts, ...state } = await webkit.run<PageState>(STATE);
        expect(state).toEqual({ isHydrated: true, headings: 1, sideways: 0, brokenPictures: [], noise: [] });
        // Requests wait for this one, which no page waits for.
        expect(lateScripts.filter((name) => !name.includes('axios'))).toEqual([]);
      });
    }
  });

  test('§2 a move to the other remote, and Back, start at the top without loading the page again', async () => {
    const place = () => webkit.run<[string, number]>('return [location.pathname, scrollY]');
    await open('/micora');
    await webkit.run('window.stays = true; scrollTo(0, 400)');
    await webkit.run(`document.querySelector('a[href="/"]').click()`);
    await expect.poll(place).toEqual(['/', 0]);
    await webkit.run('scrollTo(0, 300)');
    await webkit.run('history.back()');
    await expect.poll(place).toEqual(['/micora', 0]);
    expect(await webkit.run('return window.stays')).toBe(true);
  });

  test('§4 a message that is typed and sent arrives', async () => {
    const email = `webkit-${Date.now()}@example.com`;
    await open('/contact');
    for (const [name, text] of [
      ['full_name', 'Ada Example'],
      ['email_address', email],
      ['project_details', 'A website for a lighthouse.'],
    ]) {
      await webkit.run(`document.getElementsByName('${name}')[0].focus()`);
      await webkit.run(`document.execCommand('insertText', false, '${text}')`);
    }
    await webkit.run(`document.querySelector('form').requestSubmit()`);
    await expect.poll(() => webkit.run('return document.body.innerText')).toContain(SUCCESS);
    expect(await storedRecords('form_submits', 'email_address', email)).toHaveLength(1);
  });
});

/** Puts a script before all others of every page of a site's live release. */
async function listenInPages({ directory, release }: RunningSite): Promise<void> {
  const file = `assets/shell/${release.apps.shell}/listen.js`;
  await writeFile(join(directory, file), LISTEN);
  const script = `<script src="/${file}" integrity="${integrityOf(LISTEN)}" crossorigin></script>`;
  for (const name of await readdir(join(directory, 'live'), { recursive: true })) {
    const path = join(directory, 'live', name);
    if (/\.html\.\w+$/.test(name)) await rm(path);
    if (name.endsWith('.html'))
      await writeFile(path, (await readFile(path, 'utf8')).replace('<head>', `<head>${script}`));
  }
}
