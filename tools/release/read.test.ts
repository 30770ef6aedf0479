import { describe, expect, jest, test } from '@jest/globals';
import { sha256 } from '../build/sha256';
import { backendOf, dataOfPages, read, type ReadOptions } from './read';
import type { Release, ReleasePage } from './Release';
import type { RouteEntries } from './renderer/createRenderer';
import type { Renderers } from './renderer/openRenderers';
import { BackendError } from './renderer/readBackend';

const APP = 'studio-remote';
const ROUTE = '/projects/:projectId';

const page = (path: string, more: Partial<ReleasePage> = {}): ReleasePage => ({
  ...{ app: APP, path, version: 'a1', shell: 's1', content: 'c' },
  ...more,
});
const releaseOf = (pages: Record<string, ReleasePage>) => ({ pages }) as Release;

describe('§7 the data that a release shows, by its manifest,', () => {
  test('is none without a release, and of pages without data', () => {
    expect(dataOfPages(undefined)).toEqual({});
    const pages = { '404.html': page('*', { app: 'shell' }), 'index.html': page('/') };
    expect(dataOfPages(releaseOf(pages))).toEqual({});
  });

  test('is named by app, route and entry, whatever the entry is', () => {
    const projects = ['abc', 'constructor', '__proto__'].map((id): [string, ReleasePage] => [
      `projects/${id}.html`,
      page(`/projects/${id}`, { route: ROUTE, data: `of ${id}` }),
    ]);
    const data = dataOfPages(
      releaseOf({
        'index.html': page('/'),
        'projects.html': page('/projects', { data: 'h1' }),
        'projects?a=b%2Fc.html': page('/projects?a=b%2Fc', { route: '/projects', data: 'h2' }),
        'projects/_.404.html': page(ROUTE),
        ...Object.fromEntries(projects),
        'works.html': page('/works', { app: 'micora-remote', data: 'h5' }),
      }),
    );
    const known = data[APP]?.[ROUTE] ?? {};
    expect(Object.entries(known)).toEqual([
      ['abc', 'of abc'],
      ['constructor', 'of constructor'],
      ['__proto__', 'of __proto__'],
    ]);
    expect(data).toEqual({
      [APP]: { '/projects': { '': 'h1', '?a=b%2Fc': 'h2' }, [ROUTE]: known },
      'micora-remote': { '/works': { '': 'h5' } },
    });
  });

  test('tells a pattern of which nothing is there from one of which nothing is known', () => {
    expect(dataOfPages(releaseOf({ 'projects/_.404.html': page(ROUTE) }))).toEqual({
      [APP]: { [ROUTE]: {} },
    });
    expect(dataOfPages(releaseOf({ 'projects/_.html': page(ROUTE) }))).toEqual({});
  });
});

/** A live release with a page for each of these. */
const showing = (ids: string[]) =>
  releaseOf({
    'projects/_.404.html': page(ROUTE),
    ...Object.fromEntries(
      ids.map((id) => [`projects/${id}.html`, page(`/projects/${id}`, { route: ROUTE, data: sha256(id) })]),
    ),
  });
const hashes = (ids: string[]) => ({
  [APP]: { [ROUTE]: Object.fromEntries(ids.map((id) => [id, sha256(id)])) },
});

const lines: string[] = [];

/** Reads while a release with pages for `before` is live. */
function readNow(
  before: string[],
  list: () => Promise<RouteEntries[]>,
  { url = 'http://backend', ...more }: Partial<ReadOptions> & { url?: string } = {},
  reads = [APP],
) {
  lines.length = 0;
  const renderers = { of: () => ({ list }), close: () => undefined } as unknown as Renderers;
  const log = (line: string) => void lines.push(line);
  return read({ live: showing(before), reads }, renderers, backendOf(url), { log, ...more });
}
const answering = (ids: string[]) => () =>
  Promise.resolve([{ route: ROUTE, entries: ids.map((id): [string, string] => [id, id]) }]);
const failing = (error: Error) => () => Promise.reject(error);

describe('§7 a reading of the backend', () => {
  test('takes the place of what was live, and is told', async () => {
    const onRead = jest.fn();
    const data = await readNow(['a', 'b'], answering(['b', 'c']), { onRead });
    expect(data).toEqual({
      hashes: hashes(['b', 'c']),
      contents: new Map([
        [sha256('b'), 'b'],
        [sha256('c'), 'c'],
      ]),
    });
    expect(onRead).toHaveBeenCalledWith({ data: hashes(['b', 'c']), answers: {} });
  });

  test('leaves apps that are not read theirs, and one that reads nothing none of before', async () => {
    expect((await readNow(['a'], answering(['b']), {}, [])).hashes).toEqual(hashes(['a']));
    expect((await readNow(['a'], () => Promise.resolve([]))).hashes).toEqual({ [APP]: {} });
  });

  test('is none without a backend, or if it cannot be read, which is said: what is live stays', async () => {
    const kept = { hashes: hashes(['a']), contents: new Map() };
    expect(await readNow(['a'], answering([]), { url: '' })).toEqual(kept);
    expect(lines).toEqual([]);
    expect(await readNow(['a'], failing(new BackendError('It is away.')))).toEqual(kept);
    expect(lines).toEqual(['The backend cannot be read, so pages keep the data that they have. It is away.']);
  });

  test('may be needed: then it is an error if there is none', async () => {
    const away = new BackendError('It is away.');
    for (const url of ['', 'http://backend'])
      await expect(readNow(['a'], failing(away), { needsBackend: true, url })).rejects.toBe(away);
    await expect(backendOf('').read('/health', {})).rejects.toEqual(
      new BackendError('No backend is named: say where PocketBase listens by --backend.'),
    );
  });

  test('is an error if it is the app that fails: no backend is blamed', async () => {
    const wrong = new Error('no such list');
    await expect(readNow(['a'], failing(wrong))).rejects.toBe(wrong);
    expect(lines).toEqual([]);
  });
});

describe('§7 a reading that takes most of a pattern’s pages away', () => {
  const named = (count: number) => 'abcdefgh'.slice(0, count).split('');
  const refusal = (gone: number, before: number) =>
    `The backend has ${gone} of ${before} entries of ${ROUTE} no more, so nothing has been published. If they are meant to go: npm run deploy -- watch --once --accept-removals.`;

  test.each([
    [2, 0],
    [3, 1],
    [4, 2],
    [6, 3],
    [7, 4],
  ])('is none if there were %d and are %d', async (before, now) => {
    const data = await readNow(named(before), answering(named(now)));
    expect(data.hashes).toEqual(hashes(named(now)));
  });

  test.each([
    [3, 0],
    [4, 1],
    [5, 2],
    [6, 2],
    [7, 3],
  ])('is refused if there were %d and are %d, and told to nobody', async (before, now) => {
    const onRead = jest.fn();
    const reading = readNow(named(before), answering(named(now)), { onRead });
    await expect(reading).rejects.toThrow(refusal(before - now, before));
    expect(onRead).not.toHaveBeenCalled();
  });

  test('is refused also if others have come in their place; accepted by who says so', async () => {
    const others = answering(['a', 'v', 'w', 'x', 'y', 'z']);
    await expect(readNow(named(4), others)).rejects.toThrow(refusal(3, 4));
    const accepted = await readNow(named(3), answering([]), { acceptRemovals: true });
    expect(accepted.hashes).toEqual(hashes([]));
  });

  test('is none of the backend’s if it is the build that has no such pages any more', async () => {
    const list = () => Promise.resolve([{ route: '/works', entries: [] }]);
    expect((await readNow(named(3), list)).hashes).toEqual({ [APP]: { '/works': {} } });
  });
});
