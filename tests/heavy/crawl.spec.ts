import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { repetitions } from '@site/backend/testing/repetitions';
import { startTestBackend } from '@site/backend/testing/startTestBackend';
import { deploy, rollback } from '@site/platform/release/deploy';
import { sitemapPaths } from '../browser/sitemapPaths';
import { copySite, type RunningSite } from '../browser/startSite';
import { expect, test } from '../browser/test';

const EDITS = repetitions(6, 30);

/** The crawler's pause after each page, in milliseconds. Without it, the crawler would slow the deployments down. */
const PAUSE = 20;

/** The apps, each with a string from its code. The test replaces the string to make a different build. */
const APPS = [
  { app: 'studio-remote', text: 'Our projects' },
  { app: 'micora-remote', text: 'Date Memories' },
  { app: 'shell', text: 'About Us' },
] as const;

test('Deployment: every page and asset stays intact during edits, deployments and rollbacks', async () => {
  test.setTimeout(300_000);
  const backend = await startTestBackend({ seeded: true });
  const site = await copySite(backend.url);
  const options = { store: site.store, backendUrl: backend.url, log: () => undefined };
  const counts = { edits: 0, deployments: 0, rollbacks: 0 };
  const crawler = startCrawler(site);
  try {
    await deploy({ ...options, change: { kind: 'refresh' } });
    const projects = backend.operator.collection('projects');
    const { id } = await projects.getFirstListItem('');
    for (let step = 1; step <= EDITS; step += 1) {
      await projects.update(id, { title: `Title ${step}` });
      await deploy({ ...options, change: { kind: 'refresh' } });
      counts.edits += 1;
      const { app, text } = APPS[step % APPS.length] ?? APPS[0];
      if (step % 3 === 0) {
        const builds = [await site.otherBuild(app, text, `${text} ${step}`)];
        await deploy({ ...options, change: { kind: 'deploy', builds } });
        counts.deployments += 1;
      }
      if (step % 6 === 0) {
        await rollback({ store: site.store, app, log: options.log });
        counts.rollbacks += 1;
      }
    }
    const crawled = await crawler.stop();
    expect(counts).toEqual({ edits: EDITS, deployments: EDITS / 3, rollbacks: EDITS / 6 });
    expect(crawled.faults).toEqual([]);
    // If the crawler had loaded only a few pages and assets, the check above would prove little.
    expect(crawled.pages).toBeGreaterThan(repetitions(20, 100));
    expect(crawled.assets).toBeGreaterThan(repetitions(100, 500));
    expect(await (await fetch(`${site.url}/projects/${id}`)).text()).toContain(`Title ${EDITS}</h1>`);
  } finally {
    await crawler.stop();
    await site.stop();
    await backend.stop();
  }
});

function startCrawler(site: RunningSite) {
  const found = { pages: 0, assets: 0, faults: [] as string[] };
  let isStopped = false;
  const crawling = crawl();
  return {
    async stop() {
      isStopped = true;
      await crawling;
      return found;
    },
  };

  async function crawl(): Promise<void> {
    while (!isStopped) {
      const paths = await sitemapPaths(site.url);
      if (paths.length < 10) found.faults.push(`The sitemap has ${paths.length} pages.`);
      for (const path of paths) {
        await checkPage(path);
        await wait(PAUSE);
      }
    }
  }

  async function checkPage(path: string): Promise<void> {
    const page = await load(path);
    found.pages += 1;
    const html = page.toString();
    const hash = createHash('sha256').update(page).digest('hex');
    if (!(await site.store.read(`pages/${hash}`))) found.faults.push(`${path} is not a page of the store.`);
    const named = [...html.matchAll(/<(?:link|script)[^>]*\s(?:href|src)="(\/assets\/[^"]+)"[^>]*>/g)];
    const release = JSON.parse((await load('/release.json')).toString()) as { remotes: Remote[] };
    const block = JSON.parse(/id="page">([^<]*)/.exec(html)?.[1] ?? '{}') as { remote?: Remote };
    if (!block.remote) found.faults.push(`${path} names no remote.`);
    const assets = new Map(named.map(([tag, url = '']) => [url, /integrity="([^"]+)"/.exec(tag)?.[1]]));
    for (const { entry } of [...release.remotes, ...(block.remote ? [block.remote] : [])]) {
      assets.set(entry.url, entry.integrity);
    }
    await Promise.all(
      [...assets].map(async ([url, integrity]) => {
        const bytes = await load(url);
        found.assets += 1;
        if (url.endsWith('.js') && !integrity) found.faults.push(`${path} names ${url} without integrity.`);
        const actual = `sha256-${createHash('sha256').update(bytes).digest('base64')}`;
        if (integrity && integrity !== actual)
          found.faults.push(`${url} of ${path} does not match its integrity.`);
      }),
    );
  }

  async function load(path: string): Promise<Buffer> {
    const answer = await fetch(site.url + path, { signal: AbortSignal.timeout(30_000) });
    if (answer.status !== 200) found.faults.push(`${path} answers ${answer.status}.`);
    return Buffer.from(await answer.arrayBuffer());
  }
}

interface Remote {
  entry: { url: string; integrity: string };
}
