import '../testing/renderHere';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { createSite } from '../server/createSite';
import { storeSource } from '../server/storeSource';
import type { LoadedBuild } from '../store/readBuild';
import { itemSource } from '../testing/tinyPortfolio';
import { tinyMicora, tinyRemote } from '../testing/tinySite';
import { useTinySite } from '../testing/useTinySite';

const ROUTE = '/projects/:projectId';
/**
 * Server code that lists all titles in a feed. For a two-word title, it also makes a redirect to the record's page. The
 * redirect starts at an address that ends with the second word, such as `/projects/quay`.
 */
const FEED = `
  exports.files = (data) => ({
    '/projects.rss': [...data['studio/Page2'].values()].map(({ title }) => title).join(' | '),
  });
  exports.redirects = (data) => Object.fromEntries(
    [...data['studio/Page2']].flatMap(([id, { title }]) => {
      const [, former] = title.split(' ');
      return former ? [['/projects/' + former, former === 'away' ? 'https://example.com' : '/projects/' + id]] : [];
    }),
  );
`;

const portfolio = (last = FEED, words = 'Project') =>
  tinyRemote({
    pages: { '/': `return 'Home'`, [ROUTE]: `return '${words} ' + data?.title` },
    sources: { [ROUTE]: itemSource() },
    last,
  });

const site = useTinySite();
let server: FastifyInstance;

beforeEach(async () => {
  site.items = [
    { id: 'abc', title: 'Harbour quay' },
    { id: 'def', title: 'Pier' },
  ];
  server = await createSite(storeSource(site.store, { look: 0 }), { backendUrl: undefined });
});
afterEach(() => server.close());

async function get(url: string): Promise<string> {
  const { statusCode, headers, body } = await server.inject({ url });
  return `${statusCode} ${headers.location ?? body}`;
}

describe('§7 files that a remote makes from its data', () => {
  test('are served with their type, and follow the data', async () => {
    await site.put(portfolio());
    const response = await server.inject({ url: '/projects.rss', headers: { 'accept-encoding': 'br' } });
    expect(response.headers).toMatchObject({
      'content-type': 'application/rss+xml; charset=utf-8',
      'content-encoding': 'br',
      'cache-control': 'no-cache',
    });
    expect(await get('/projects.rss')).toBe('200 Harbour quay | Pier');
    site.items.push({ id: 'new', title: 'Lock' });
    await site.put();
    expect(await get('/projects.rss')).toBe('200 Harbour quay | Pier | Lock');
    await site.live();
  });

  test('stay if neither the build nor its data change, even without a backend', async () => {
    const { files, made } = await site.put(portfolio());
    const name = 'projects.rss';
    expect(made).toEqual({
      'studio-remote': { files: [name], redirects: { '/projects/quay': '/projects/abc' } },
    });
    const other = await site.deploy({ change: { kind: 'deploy', builds: [tinyMicora('Two')] } });
    expect([other.files[name], other.made]).toEqual([files[name], made]);
    // Even without a backend, a new build's files replace the old build's files. This new build makes no files.
    const change = { kind: 'deploy' as const, builds: [portfolio(`exports.files = () => ({});`)] };
    const without = await site.deploy({ change });
    expect(without).not.toHaveProperty('made');
    expect(await get('/projects.rss')).toMatch(/^404/);
    await site.back();
    expect(await get('/projects.rss')).toBe('200 Harbour quay | Pier');
  });

  test('are made again if the store has lost them', async () => {
    const { files } = await site.put(portfolio());
    await site.store.remove(`pages/${files['projects.rss']}`);
    await site.put();
    expect(await get('/projects.rss')).toBe('200 Harbour quay | Pier');
    await site.live();
  });

  test('are removed with their app', async () => {
    const last = `exports.files = () => ({ '/micora/news.json': '[]' });`;
    const micora = tinyRemote({ name: 'micora', mount: '/micora', pages: { '/micora': `return ''` }, last });
    await site.put(micora);
    expect(await get('/micora/news.json')).toBe('200 []');
    const change = { kind: 'remove' as const, app: 'micora-remote', builds: [] };
    expect(await site.deploy({ change })).not.toHaveProperty('made');
    expect(await get('/micora/news.json')).toMatch(/^404/);
  });
});

describe('§2 redirects of addresses that have moved', () => {
  test('lead to the new address with 308, keep the query, and follow the data', async () => {
    await site.put(portfolio());
    expect(await get('/projects/quay')).toBe('308 /projects/abc');
    expect(await get('/projects/quay/?a=b')).toBe('308 /projects/quay?a=b');
    expect(await get('/projects/quay?a=b')).toBe('308 /projects/abc?a=b');
    site.items[0] = { id: 'abc', title: 'Harbour' };
    await site.put();
    expect(await get('/projects/quay')).toMatch(/^404/);
  });

  test('never hide a page that exists, and an address that is used again is a page again', async () => {
    await site.put(portfolio());
    site.items.push({ id: 'quay', title: 'The new quay abc' });
    await site.put();
    expect(await get('/projects/quay')).toContain('200 <header>');
    expect(await get('/projects/abc')).toContain('200 <header>');
  });

  test('may lead from a path with any letters, and to a query', async () => {
    await site.put(portfolio(`exports.redirects = () => ({ '/größe': '/projects?category=Größe' });`));
    expect(await get('/gr%C3%B6%C3%9Fe?b')).toBe('308 /projects?category=Gr%C3%B6%C3%9Fe');
  });
});

describe('§7 a remote that makes invalid files or redirects', () => {
  const files = (address: string, text = `'x'`) => `exports.files = () => ({ '${address}': ${text} });`;
  const redirects = (pairs: Record<string, string>) =>
    `exports.redirects = () => (${JSON.stringify(pairs)});`;

  test.each<[what: string, last: string, problem: string]>([
    ['another team’s address', files('/micora/a.rss'), 'the file /micora/a.rss is not below its mount'],
    ['a page of its own', files('/a.html'), 'the file /a.html does not end with .rss, .atom'],
    ['a script', files('/a.js'), 'the file /a.js does not end with .rss, .atom'],
    [
      'the name of another file',
      files('/robots.txt'),
      'the file /robots.txt has the name of another file of the site',
    ],
    ['a folder above', files('/../a.txt'), 'the file /../a.txt has no valid address'],
    ['a long name', files(`/${'a'.repeat(220)}.txt`), 'aaa.txt has no valid address'],
    ['no text', files('/a.txt', '7'), 'the file /a.txt has no text'],
    ['an error', `exports.files = () => { throw new Error('no feed'); };`, 'no feed'],
    ...[
      'https://example.com',
      '//example.com',
      '/\\example.com',
      '/.//example.com',
      '/a/..//example.com',
      'javascript:1',
      'projects',
    ].map((to): [string, string, string] => [
      `a redirect to ${to}`,
      redirects({ '/old': to }),
      `the redirect from /old to ${to} does not lead to an address of this site`,
    ]),
    ['a redirect to itself', redirects({ '/old': '/old' }), 'the redirect from /old is part of a loop'],
    [
      'a loop',
      redirects({ '/one': '/two?a', '/two': '/three', '/three': '/one' }),
      'the redirect from /one is part of a loop',
    ],
    [
      'another team’s former address',
      redirects({ '/micora/old': '/' }),
      'the redirect from /micora/old to / does not start below its mount',
    ],
    [
      'a former pattern',
      redirects({ '/old/:id': '/' }),
      'the redirect from /old/:id to / does not start at a valid',
    ],
    [
      'a former query',
      redirects({ '/old?a': '/' }),
      'the redirect from /old?a to / does not start at a valid path',
    ],
  ])('is refused when it is deployed: %s', async (_what, last, problem) => {
    const before = await site.live();
    const deploying = site.put(portfolio(last));
    await expect(deploying).rejects.toThrow('studio-remote cannot make its files and redirects: ');
    await expect(deploying).rejects.toThrow(problem);
    expect(await site.live()).toEqual(before);
  });

  test('is refused if its redirects and those of another team form a loop', async () => {
    await site.put(portfolio(redirects({ '/old': '/micora/old' })));
    const last = redirects({ '/micora/old': '/old' });
    const micora: LoadedBuild = tinyRemote({ name: 'micora', mount: '/micora', pages: {}, last });
    await expect(site.put(micora)).rejects.toThrow('micora-remote cannot make its files and redirects');
  });

  test('keeps its live files and redirects if an editor’s data is the cause, until the data is corrected', async () => {
    await site.put(portfolio());
    site.items[1] = { id: 'def', title: 'Pier away' };
    const { unread } = await site.put();
    expect(unread).toEqual(['studio-remote']);
    expect(site.lines.join()).toContain(
      'the redirect from /projects/away to https://example.com does not lead to an address of this site, such as /projects. The files and redirects of studio-remote stay as they are.',
    );
    expect(await get('/projects.rss')).toBe('200 Harbour quay | Pier');
    expect(await get('/projects/quay')).toBe('308 /projects/abc');
    expect(await get('/projects/def')).toContain('Pier away');
    expect((await site.put()).unread).toEqual(['studio-remote']);
    site.items[1] = { id: 'def', title: 'Pier' };
    expect(await site.put()).not.toHaveProperty('unread');
  });
});
