import '../testing/renderHere';
import { describe, expect, jest, test } from '@jest/globals';
import { tinyMicora, tinyRemote, tinyStudio } from '../testing/tinySite';
import { useTinySite } from '../testing/useTinySite';
import { BackendError } from './BackendError';
import { dataOfPages } from './read';
import type { Release, ReleasePage } from './Release';

const APP = 'studio-remote';
const ROUTE = '/projects/:projectId';

const site = useTinySite();

const itemsOf = (ids: string) => ids.split('').map((id) => ({ id, title: `Title of ${id}` }));
const idsOf = ({ pages }: Release) =>
  Object.keys(pages).flatMap((file) => /^projects\/(\w+)\.html$/.exec(file)?.[1] ?? []);

/** Makes pages of these records live, and then has the backend others. */
async function change(before: string, now: string): Promise<void> {
  site.items = itemsOf(before);
  await site.deploy({ backendUrl: site.backendUrl, acceptRemovals: true });
  site.items = itemsOf(now);
}

describe('§7 the data that a release shows, by its manifest,', () => {
  const page = (path: string, more: Partial<ReleasePage> = {}): ReleasePage => ({
    ...{ app: APP, path, version: 'a1', shell: 's1', content: 'c' },
    ...more,
  });
  const dataOf = (pages: Record<string, ReleasePage>) => dataOfPages({ pages } as Release);

  test('is named by app, route and entry, whatever the entry is', () => {
    const projects = ['abc', 'constructor', '__proto__'].map((id): [string, ReleasePage] => [
      `projects/${id}.html`,
      page(`/projects/${id}`, { route: ROUTE, data: `of ${id}` }),
    ]);
    const data = dataOf({
      '404.html': page('*', { app: 'shell' }),
      'index.html': page('/'),
      'projects.html': page('/projects', { data: 'h1' }),
      'projects?a=b%2Fc.html': page('/projects?a=b%2Fc', { route: '/projects', data: 'h2' }),
      'projects/_.404.html': page(ROUTE),
      ...Object.fromEntries(projects),
      'works.html': page('/works', { app: 'micora-remote', data: 'h5' }),
    });
    const known = data[APP]?.[ROUTE] ?? {};
    expect(Object.entries(known)).toEqual(['abc', 'constructor', '__proto__'].map((id) => [id, `of ${id}`]));
    expect(data).toEqual({
      [APP]: { '/projects': { '': 'h1', '?a=b%2Fc': 'h2' }, [ROUTE]: known },
      'micora-remote': { '/works': { '': 'h5' } },
    });
  });

  test('is also what pages were to show that could not be rendered', () => {
    const failed = { ...page('/projects/abc', { route: ROUTE }), data: 'new' };
    const pages = { 'projects/abc.html': page('/projects/abc', { route: ROUTE, data: 'old' }) };
    const release = { pages, failed: { 'projects/abc.html': failed } } as unknown as Release;
    expect(dataOfPages(release)).toEqual({ [APP]: { [ROUTE]: { abc: 'new' } } });
  });

  test('tells a pattern of which nothing is there from one of which nothing is known', () => {
    expect(dataOf({ 'projects/_.404.html': page(ROUTE) })).toEqual({ [APP]: { [ROUTE]: {} } });
    expect(dataOf({ 'projects/_.html': page(ROUTE) })).toEqual({});
  });
});

describe('§7 a backend that cannot be read', () => {
  const AWAY = 'http://127.0.0.1:9';

  test('leaves pages the data that they have, which is said; it is no error to have none', async () => {
    const { pages } = await site.deploy({ artifacts: [tinyMicora('Two')] });
    expect(site.lines.join()).not.toContain('cannot be read');
    expect(pages).toMatchObject({ 'projects/abc.html': site.first.pages['projects/abc.html'] });
    expect(await site.deploy({ backendUrl: AWAY })).toMatchObject({ pages });
    expect(site.lines.join()).toContain(
      'The backend cannot be read, so pages keep the data that they have. ',
    );
  });

  test.each([
    ['which is away', AWAY, `${AWAY}/api/`],
    ['which is not named', '', 'No backend is named: say where PocketBase listens by --backend.'],
  ])('may be needed: then it is an error, of one %s', async (_what, backendUrl, message) => {
    const reading = site.deploy({ backendUrl, needsBackend: true });
    await expect(reading).rejects.toBeInstanceOf(BackendError);
    await expect(reading).rejects.toThrow(message);
  });

  test('is not blamed for an app that fails', async () => {
    const sources = { '/': `{ list: () => { throw new Error('no such list'); } }` };
    await expect(site.put(tinyRemote({ pages: { '/': '' }, sources }))).rejects.toThrow('no such list');
    expect(site.lines).toEqual([]);
  });
});

describe('§7 a reading that takes most of a pattern’s pages away', () => {
  const refusal = (gone: number, before: number) =>
    `The backend has ${gone} of ${before} entries of ${ROUTE} no more, so nothing has been published. If they are meant to go: npm run deploy -- watch --once --accept-removals.`;

  test.each([
    ['ab', '', 0],
    ['abc', 'a', 0],
    ['abcd', 'ab', 0],
    ['abcdef', 'abc', 0],
    ['abcdefg', 'abcd', 0],
    ['abc', '', 3],
    ['abcd', 'a', 3],
    ['abcde', 'ab', 3],
    ['abcdef', 'ab', 4],
    ['abcdefg', 'abc', 4],
    // Others have come in their place.
    ['abcd', 'avwxyz', 3],
  ])('is refused, unless somebody accepts it, if of %s there are %j: %d', async (before, now, gone) => {
    await change(before, now);
    const onRead = jest.fn();
    const options = { backendUrl: site.backendUrl, onRead };
    if (gone > 0) await expect(site.deploy(options)).rejects.toThrow(refusal(gone, before.length));
    expect(onRead).not.toHaveBeenCalled();
    expect(idsOf(await site.deploy({ ...options, acceptRemovals: gone > 0 }))).toEqual(now.split(''));
  });

  test('is none of the backend’s if it is the build that reads none of them any more', async () => {
    await change('abc', 'abc');
    const { pages } = await site.put(tinyStudio());
    expect(Object.keys(pages).filter((file) => file.startsWith('projects'))).toEqual(['projects/_.html']);
  });
});
