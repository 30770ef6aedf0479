import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { failingServer } from '../../testing/failingServer';
import { pageJob, tinyApps } from '../../testing/tinyApps';
import { BackendError } from './readBackend';
import { openRenderer, type OpenRenderer } from './openRenderer';
import type { LoadedArtifact } from '../../store/readArtifact';

jest.setTimeout(60_000);

const opened: OpenRenderer[] = [];

afterEach(() => {
  for (const renderer of opened.splice(0)) renderer.close();
});

function open(apps: LoadedArtifact[], limit?: number): OpenRenderer {
  const renderer = openRenderer(apps, limit);
  opened.push(renderer);
  return renderer;
}

/** A renderer of a tiny site with these pages. */
const renderer = async (pages: Record<string, string>, limit?: number) => open(await tinyApps(pages), limit);

describe('pages are rendered in a process of their own,', () => {
  test('which answers with the documents, one after the other', async () => {
    const pid = `return 'Pid ' + process.pid`;
    const site = await renderer({ '/': pid, '/about': pid });
    const pages = await Promise.all([site.renderPage(pageJob('/')), site.renderPage(pageJob('/about'))]);
    const pids = pages.map(({ html }) => /Pid (\d+)/.exec(html)?.[1]);
    expect(pids[0]).toBe(pids[1]);
    expect(pids[0]).not.toBe(String(process.pid));
    expect(pages[1]).toMatchObject({ listed: true });
    expect((await site.renderPage(pageJob('*', 'shell'))).html).toContain('No such page');
    expect(await site.renderSiteFiles([{ path: '/about' }])).toMatchObject({ 'sitemap.xml': '/about' });
  });

  test('which reads the backend and keeps what it has read', async () => {
    const backend = await failingServer((_request, response) => response.end('{"title":"Harbour"}'));
    const apps = await tinyApps(
      { '/': `return data.title` },
      {
        '/': `{
          list: async (read) => new Map([['', await read('/collections/projects/records', {})]]),
          prepare: (data) => data,
        }`,
      },
    );
    const site = open(apps);
    expect(await site.read(['studio-remote'], backend)).toEqual({
      data: { 'studio-remote': { '/': { '': expect.stringMatching(/^[\da-f]{64}$/) } } },
      pictures: {},
      collections: ['projects'],
    });
    expect((await site.renderPage({ ...pageJob('/'), data: 'read' })).html).toContain('<main>Harbour</main>');
    const refused = await failingServer((_request, response) => response.writeHead(500).end());
    await expect(site.read(['studio-remote'], refused)).rejects.toBeInstanceOf(BackendError);
  });

  test('which knows no secret of this one: nothing of its environment but where programs are', async () => {
    const site = await renderer({ '/': `return Object.keys(process.env).join(' ')` });
    expect((await site.renderPage(pageJob('/'))).html).toContain('<main>PATH</main>');
  });

  test('which says what failed, and goes on', async () => {
    const site = await renderer({
      '/': `throw new Error('no such word')`,
      '/about': `return 'About'`,
    });
    const failing = site.renderPage(pageJob('/'));
    await expect(failing).rejects.toThrow('/ of studio-remote cannot be rendered: no such word');
    await expect(failing).rejects.not.toBeInstanceOf(BackendError);
    expect((await site.renderPage(pageJob('/about'))).html).toContain('<main>About</main>');
  });

  test('which may end without an answer, and then says what it complained about, however often it is asked', async () => {
    const site = await renderer({ '/': `console.error('out of luck'); process.exit(3);` });
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await expect(site.renderPage(pageJob('/'))).rejects.toThrow(
        /^Rendering ended with 3\. [^]*out of luck/,
      );
    }
  });

  test('which may end between two answers, and then says so, too', async () => {
    const site = await renderer({
      '/': `setTimeout(() => { console.error('out of luck'); process.exit(3); }, 10);
        return 'Pid ' + process.pid;`,
    });
    await waitForEnd(pidOf((await site.renderPage(pageJob('/'))).html));
    await expect(site.renderPage(pageJob('/'))).rejects.toThrow(/^Rendering ended with 3\. [^]*out of luck/);
  });

  test('which may wait for ever, and then ends', async () => {
    const apps = await tinyApps({ '/': `return new Promise(() => undefined)` });
    for (const app of apps) {
      app.server = app.server.replace('html: Component(data)', 'html: await Component(data)');
    }
    await expect(open(apps, 5000).renderPage(pageJob('/'))).rejects.toThrow(
      'Rendering took longer than 5 seconds and was stopped.',
    );
  });

  test('which is stopped if it takes too long', async () => {
    const site = await renderer({ '/': `while (true);`, '/about': `return 'About'` }, 2000);
    const message = 'Rendering took longer than 2 seconds and was stopped.';
    await expect(site.renderPage(pageJob('/'))).rejects.toThrow(message);
    await expect(site.renderPage(pageJob('/about'))).rejects.toThrow(message);
  });

  test('which is not started if nobody asks, and ends when it is closed, whatever runs in it', async () => {
    const asked = await renderer({
      '/': `setInterval(() => undefined, 1000); return 'Pid ' + process.pid;`,
    });
    const pid = pidOf((await asked.renderPage(pageJob('/'))).html);
    expect(isRunning(pid)).toBe(true);
    asked.close();
    await waitForEnd(pid);
    (await renderer({ '/': `return 'Home'` })).close();
  });
});

function pidOf(html: string): number {
  return Number(/Pid (\d+)/.exec(html)?.[1]);
}

async function waitForEnd(pid: number): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (isRunning(pid) && Date.now() < deadline) await new Promise((done) => setTimeout(done, 50));
  expect(isRunning(pid)).toBe(false);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
