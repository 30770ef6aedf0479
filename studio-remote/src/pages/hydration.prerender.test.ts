/** @jest-environment node */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { setTimeout as wait } from 'node:timers/promises';
import * as jsdom from 'jsdom';
import { HOSTILE, hostileRecord } from '../testing/hostile';
import { hydrate } from '../testing/hydrate';
import type * as deployment from '../testing/prerender';
import { answering } from '../testing/answering';

/** What the backend answers now; React's development build checks every page against it. */
let answer: (path: string, query: Record<string, string | number>) => Promise<Record<string, unknown>>;
const mockGet = jest.fn((path: string, query: Record<string, string | number>) => answer(path, query));
jest.mock('@site/shared/api/client', () => ({ get: mockGet }));

/** As a deployment does it, with modules that have never seen a browser. */
const prerender: typeof deployment.prerender = async (...page) => {
  jest.resetModules();
  // The browser that a deployment sanitises with is no module of the site, and long to load.
  jest.doMock('jsdom', () => jsdom);
  return (await import('../testing/prerender')).prerender(...page);
};

let opened: Awaited<ReturnType<typeof hydrate>>;

beforeEach(() => {
  mockGet.mockClear();
});
afterEach(() => opened.close());

/** Opens the list, or an entry of it, that was rendered with some records, while the backend has others. */
async function openList(
  rendered: unknown[] | undefined,
  now = rendered ?? [],
  { query = '', entry = '' } = {},
) {
  answer = answering(now);
  opened = await hydrate((await prerender('/projects', rendered, entry)).html, `/projects${query}`);
  return opened;
}

async function openProject(rendered: { id: string } | undefined, now: Record<string, unknown>[]) {
  answer = () => Promise.resolve({ items: now });
  const id = rendered?.id ?? 'a';
  const records = rendered && [rendered];
  opened = await hydrate(
    (await prerender('/projects/:projectId', records, rendered && id)).html,
    `/projects/${encodeURIComponent(id)}`,
  );
  return opened;
}

/** Waits, but not for ever, until the page shows something. */
async function until(isShown: () => boolean): Promise<void> {
  for (let tries = 0; !isShown() && tries < 250; tries += 1) await wait(20);
  expect(isShown()).toBe(true);
}

const titles = () => [...opened.page.querySelectorAll('article h2')].map(({ textContent }) => textContent);
const isRead = () => mockGet.mock.calls.length > 0;

const projects = (count: number, title = 'Project') =>
  Array.from({ length: count }, (_, index) => ({ id: `id${index}`, title: `${title} ${index}` }));

describe('the list', () => {
  test.each([0, 1, 8, 500])(
    'of %i projects is taken over as it is',
    async (count) => {
      const { mended, page } = await openList(projects(count));
      const [card] = page.querySelectorAll('article');
      await until(isRead);
      await wait(100);
      expect(mended).toEqual([]);
      expect(titles()).toHaveLength(count);
      expect(page.querySelector('article')).toBe(card ?? null);
      expect(mockGet).toHaveBeenCalledTimes(count === 500 ? 2 : 1);
    },
    60_000,
  );

  test('of more projects than stand in the page gets the rest', async () => {
    const { mended, page } = await openList(projects(1200));
    const [card] = page.querySelectorAll('article');
    expect(titles()).toHaveLength(500);
    await until(() => titles().length === 1200);
    expect(page.querySelector('article')).toBe(card);
    expect(mended).toEqual([]);
  }, 60_000);

  test('that has changed since is taken over as it is, and replaced then', async () => {
    const { mended } = await openList(projects(8), projects(9, 'Renamed'));
    expect(titles()[0]).toBe('Project 0');
    await until(() => titles()[0] === 'Renamed 0');
    expect(titles()).toHaveLength(9);
    expect(mended).toEqual([]);
  });

  test('is taken over with the copies of pictures that it offers', async () => {
    const covers = projects(2).map((project) => ({ ...project, cover_Image: 'cover.jpg' }));
    answer = answering([...covers, { id: 'new', cover_Image: 'new.jpg' }]);
    opened = await hydrate((await prerender('/projects', covers)).html, '/projects');
    const offered = () => opened.page.querySelectorAll('article source').length;
    expect(offered()).toBe(2);
    await until(() => titles().length === 3);
    expect(offered()).toBe(3);
    expect(opened.mended).toEqual([]);
  });

  test.each([
    ['a category', '?category=R%26D', ['Alpha']],
    [
      'a category in another spelling, among others',
      '?utm_source=x&category=R%26%44&category=Nope',
      ['Alpha'],
    ],
    ['one that no project has', '?category=Nope', ['Alpha', 'Project 0']],
    ['none', '?category=&utm_source=x', ['Alpha', 'Project 0']],
  ])('§2 whose address names %s is taken over as it is, filtered or not', async (_title, query, shown) => {
    const list = [{ id: 'a', title: 'Alpha', category: 'R&D' }, ...projects(1)];
    const entry = shown.length === 1 ? '?category=R%26D' : '';
    const { mended, page } = await openList(list, list, { query, entry });
    expect(titles()).toEqual(shown);
    await until(() => page.querySelector('[aria-pressed=true]') !== null);
    expect(page.querySelector('[aria-pressed=true]')?.textContent).toBe(entry ? 'R&D' : 'All');
    await until(isRead);
    expect(titles()).toEqual(shown);
    expect(mended).toEqual([]);
  });

  test('without data loads', async () => {
    const { mended, page } = await openList(undefined, projects(2));
    expect(page.querySelectorAll('[data-testid=skeleton]')).toHaveLength(6);
    await until(() => titles().length === 2);
    expect(mended).toEqual([]);
  });

  test('of hostile texts is taken over as it is', async () => {
    const { mended, page } = await openList(HOSTILE.map((text, index) => hostileRecord(`h${index}`, text)));
    await until(isRead);
    await wait(100);
    expect(mended).toEqual([]);
    expect(titles()).toHaveLength(HOSTILE.length);
    expect(page.querySelector('[onerror], [onmouseover]')).toBeNull();
  });
});

describe('the home page', () => {
  async function openHome(rendered: unknown[] | undefined) {
    answer = answering(rendered ?? []);
    const { html, data } = await prerender('/', rendered);
    opened = await hydrate(html, '/');
    await wait(100);
    expect(opened.mended).toEqual([]);
    expect(mockGet).not.toHaveBeenCalled();
    return data;
  }

  test('is taken over with the newest four completed projects, embeds no more, and asks for nothing', async () => {
    const list = projects(1200).map((project, index) => ({
      ...project,
      status: index % 2 ? 'Completed' : 'In Progress',
    }));
    expect(await openHome(list)).toHaveLength(4);
    const links = [...opened.page.querySelectorAll('article h3 a')];
    expect(links.map((link) => link.getAttribute('href'))).toEqual(
      ['id1199', 'id1197', 'id1195', 'id1193'].map((id) => `/projects/${id}`),
    );
  }, 60_000);

  test.each([
    ['without data', undefined],
    ['with none completed', projects(2)],
  ])('%s has no selected work, and stays so', async (_what, rendered) => {
    await openHome(rendered);
    const headings = [...opened.page.querySelectorAll('h2')].map(({ textContent }) => textContent);
    expect(headings).toContain('What we do');
    expect(headings).not.toContain('Selected work');
  });
});

describe('a project', () => {
  const heading = () => opened.page.querySelector('h1')?.textContent;
  const project = {
    id: 'a',
    title: 'Harbour',
    description: 'Short.',
    long_description:
      '<h3>Task</h3><p>Make <a href="/contact">it</a> &amp; <em>so on</em>.</p><pre>\n\na\nb</pre>',
    images: ['one.jpg', 'two.jpg'],
    updated: '2025-03-01 12:00:00.000Z',
  };

  test('is taken over as it is, its rich text untouched by an equal answer', async () => {
    const { mended, page } = await openProject(project, [project]);
    const text = page.querySelector('h3');
    await until(isRead);
    await wait(100);
    expect(mended).toEqual([]);
    expect(page.querySelector('h3')).toBe(text);
    expect(mockGet).toHaveBeenCalledTimes(1);
  });

  test('that has changed since is taken over as it is, and replaced then', async () => {
    const long_description = '<p>Other</p><script>attack()</script>';
    const changed = { ...project, title: 'Port', long_description, updated: '2026-03-02 09:00:00.000Z' };
    const { mended, page } = await openProject(project, [changed]);
    expect(heading()).toBe('Harbour');
    await until(() => heading() === 'Port');
    expect(page.querySelector('h3')).toBeNull();
    expect(page.querySelector('main')?.innerHTML).toContain('<p>Other</p>');
    expect(page.querySelector('main script')).toBeNull();
    expect(mended).toEqual([]);
  });

  test('that is gone since is not found', async () => {
    const { mended } = await openProject(project, []);
    expect(heading()).toBe('Harbour');
    await until(() => heading() === 'Project Not Found');
    expect(mended).toEqual([]);
  });

  test('without data, under an id that its release does not know, is asked for', async () => {
    const { mended, page } = await openProject(undefined, [project]);
    expect(page.querySelector('[data-testid=skeleton]')).not.toBeNull();
    await until(() => heading() === 'Harbour');
    expect(mended).toEqual([]);
  });

  test('of hostile texts is taken over as it is', async () => {
    const hostile = { ...hostileRecord('a', HOSTILE.join(' ')), id: 'a' };
    const { mended, page } = await openProject(hostile, [hostile]);
    const changes: unknown[] = [];
    await until(isRead);
    const { MutationObserver } = page.defaultView as unknown as typeof globalThis;
    const observer = new MutationObserver((records) => {
      changes.push(...records.map(({ type, target }) => `${type} of ${target.nodeName}`));
    });
    observer.observe(page.querySelector('main') as Node, {
      childList: true,
      subtree: true,
      attributes: true,
      characterData: true,
    });
    await wait(100);
    observer.disconnect();
    expect(changes).toEqual([]);
    expect(mended).toEqual([]);
    expect(page.querySelector('[onerror], [onmouseover], main script')).toBeNull();
  });
});
