import { describe, expect, jest, test } from '@jest/globals';
import { renderInChild } from './renderInChild';
import { renderJob } from '../testing/renderJob';

jest.setTimeout(60_000);

describe('pages are rendered in a process of their own,', () => {
  test('which answers with the documents', async () => {
    const { documents: pages } = await renderInChild(await renderJob({ '/': `return 'Home'` }));
    expect(Object.keys(pages).sort()).toEqual(['404.html', 'index.html']);
    expect(pages['index.html']).toContain('<main>Home</main>');
  });

  test('which knows no secret of this one: nothing of its environment but where programs are', async () => {
    const body = `return Object.keys(process.env).join(' ')`;
    const { documents: pages } = await renderInChild(await renderJob({ '/': body }));
    expect(pages['index.html']).toContain('<main>PATH</main>');
  });

  test('which says what failed', async () => {
    const job = await renderJob({ '/': `throw new Error('no such word')` });
    await expect(renderInChild(job)).rejects.toThrow('/ of studio-remote cannot be rendered: no such word');
  });

  test('which may end without an answer, and then says what it complained about', async () => {
    const job = await renderJob({ '/': `console.error('out of luck'); process.exit(3);` });
    await expect(renderInChild(job)).rejects.toThrow(/^Rendering ended with 3\. [^]*out of luck/);
  });

  test('which may wait for ever, and then ends', async () => {
    const job = await renderJob({ '/': `return new Promise(() => undefined)` });
    job.apps.forEach((app) => {
      app.server = app.server.replace('html: Component()', 'html: await Component()');
    });
    await expect(renderInChild(job)).rejects.toThrow('Rendering ended with');
  });

  test('which is stopped if it takes too long', async () => {
    const job = await renderJob({ '/': `while (true);` });
    await expect(renderInChild(job, 2000)).rejects.toThrow(
      'Rendering took longer than 2 seconds and was stopped.',
    );
  });

  test('for which nobody waits once it has answered', async () => {
    const job = await renderJob({ '/': `setInterval(() => undefined, 1000); return 'Pid ' + process.pid;` });
    const { documents: pages } = await renderInChild(job);
    const pid = Number(/Pid (\d+)/.exec(pages['index.html'] ?? '')?.[1]);
    const deadline = Date.now() + 10_000;
    while (isRunning(pid) && Date.now() < deadline) await new Promise((done) => setTimeout(done, 50));
    expect(isRunning(pid)).toBe(false);
  });
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
