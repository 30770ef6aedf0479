import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { until } from '@site/backend/testing/until';
import type { ListedPage } from '@site/shared/shell';
import { tinyBuild } from '../testing/tinyBuild';
import { forkRenderer, type ForkedRenderer } from './forkRenderer';

jest.setTimeout(60_000);

const opened: ForkedRenderer[] = [];

afterEach(() => {
  for (const forked of opened.splice(0)) forked.end();
});

/**
 * Starts a rendering process for a shell, and returns functions that control it. `ask` calls the shell's `renderSiteFiles`.
 *
 * @param body the code of `renderSiteFiles`, which can read `pages`
 * @param first code to run at the start of the shell's bundle
 */
function open(body: string, first = '') {
  const shell = tinyBuild({
    app: 'shell',
    entry: { scripts: [], styles: [] },
    pages: {},
    browser: {},
    server: `${first}; exports.provided = {}; exports.renderSiteFiles = (pages) => { ${body} };`,
  });
  const forked = forkRenderer({ shell, app: shell, backendUrl: undefined });
  opened.push(forked);
  const ask = (pages: ListedPage[] = [], limit = 30_000) => forked.ask('renderSiteFiles', [pages], limit);
  return { ...forked, ask };
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const hasEnded = (pid: unknown) => until('the process has ended', () => !isThere(Number(pid)));

describe('a rendering process', () => {
  test('has only PATH in its environment', async () => {
    process.env.SOME_SECRET_KEY = 'secret';
    const { ask } = open(`return { pid: process.pid, env: process.env };`);
    const answer = await ask();
    delete process.env.SOME_SECRET_KEY;
    expect(answer).toEqual({ result: { pid: expect.any(Number), env: { PATH: process.env.PATH } } });
    expect(answer).not.toMatchObject({ result: { pid: process.pid } });
  });

  test('reports that a call has failed, and accepts further calls', async () => {
    const { ask } = open(
      `if (pages.length === 0) throw new Error('out of luck'); return { a: pages[0].path };`,
    );
    expect(await ask()).toEqual({ failure: 'out of luck' });
    expect(await ask([{ path: '/' }])).toEqual({ result: { a: '/' } });
  });

  test('reports to each call that loading the builds has failed', async () => {
    const { ask } = open('', `throw new Error('out of luck')`);
    const failure = 'the server bundle of shell cannot be run: out of luck';
    for (let time = 0; time < 2; time += 1) expect(await ask()).toEqual({ failure });
  });

  test('does not expose its own modules’ variables as globals to bundles', async () => {
    expect(await open(`return { type: new Function('return typeof window')() };`).ask()).toEqual({
      result: { type: 'undefined' },
    });
  });
});

describe('the end of a rendering process', () => {
  test('a late process is ended, and all later calls fail', async () => {
    const { ask, hasEnded: isOver } = open(
      `if (pages.length > 0) while (true); return { pid: process.pid };`,
    );
    const { result } = (await ask()) as { result: Record<string, string> };
    for (let time = 0; time < 2; time += 1)
      await expect(ask([{ path: '/' }], 500)).rejects.toThrow(
        'Rendering took longer than 0.5 seconds and was stopped.',
      );
    expect(isOver()).toBe(true);
    await hasEnded(result.pid);
  });

  test('if the process exits by itself, calls fail with its error output', async () => {
    const { ask } = open(`console.error('x'.repeat(10_000)); console.error('out of luck'); process.exit(3);`);
    for (let time = 0; time < 2; time += 1)
      await expect(ask()).rejects.toThrow(/^Rendering ended with 3\. x{1900,2000}\nout of luck\n$/);
  });

  test('if the process is killed, calls fail with the signal', async () => {
    await expect(open(`process.kill(process.pid, 'SIGKILL');`).ask()).rejects.toThrow(
      'Rendering ended with SIGKILL.',
    );
  });

  test.each([
    ['numbers', `const all = []; for (;;) all.push(Array(1e5).fill(all.length));`],
    ['text', `const all = []; for (;;) all.push(JSON.stringify('a'.repeat(1e6)));`],
  ])('a bundle that fills the memory with %s only ends its own process', async (_what, body) => {
    await expect(open(body).ask()).rejects.toThrow('Rendering ended with SIG');
  });

  test('ending a process also ends what it has started, and all later calls fail', async () => {
    const { ask, end } = open(
      `return { pids: [process.pid, require('child_process').spawn('sleep', ['60'], { stdio: 'ignore' }).pid] };`,
      'globalThis.require = require',
    );
    const { result } = (await ask()) as { result: { pids?: unknown } };
    const pids = result.pids as number[];
    expect(pids.map(isThere)).toEqual([true, true]);
    end();
    for (const pid of pids) await hasEnded(pid);
    await expect(ask()).rejects.toThrow('Rendering has been closed.');
  });
});
