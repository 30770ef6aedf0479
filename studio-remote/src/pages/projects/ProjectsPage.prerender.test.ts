/** @jest-environment node */
import { describe, expect, test } from '@jest/globals';
import { setTimeout as wait } from 'node:timers/promises';
import { PENDING_ATTRIBUTE } from '@site/shared/remote';
import { hydrate, prerender } from '../../testing/hydrate';

/** Opens the list, or an entry of it, that was rendered with some records, while the backend has others. */
async function open(rendered?: unknown[], now = rendered, { query = '', entry = '' } = {}) {
  const delivered = await prerender('/projects', rendered, entry);
  const opened = await hydrate(delivered.html, `/projects${query}`, now);
  return { ...opened, delivered };
}

const titlesIn = (page: Document) => [...page.querySelectorAll('article h2')].map((one) => one.textContent);

const records = (count: number, title = 'Project') =>
  Array.from({ length: count }, (_, index) => ({
    id: `id${index}`,
    title: `${title} ${index}`,
    description: 'Short.',
    long_description: '<p>Long.</p>',
    status: index % 2 ? 'Completed' : 'In Progress',
    technologies: ['React'],
    cover_Image: 'cover.jpg',
    images: ['a.jpg', 'b.jpg'],
    updated: '2025-03-01 12:00:00.000Z',
  }));

describe('§2, §4 the list', () => {
  test.each([0, 1, 8, 500, 1200])(
    'of %i projects has 500 of them at most, each with its link and its picture; it is taken over as it is, and gets the rest',
    async (count) => {
      const { page, get, until, untilRead, delivered } = await open(records(count));
      const shown = Math.min(count, 500);
      const cards = [...delivered.page.querySelectorAll('article')];
      expect(cards.map((card) => card.querySelector('a')?.getAttribute('href'))).toEqual(
        Array.from({ length: shown }, (_, index) => `/projects/id${index}`),
      );
      expect(cards.every((card) => card.querySelector('img')?.getAttribute('src'))).toBe(true);
      expect(delivered.page.querySelector('[role=status]')?.textContent).toBe(
        `${shown} project${shown === 1 ? '' : 's'}`,
      );
      expect(delivered.html).not.toContain(PENDING_ATTRIBUTE);
      expect(delivered.html).not.toMatch(/data-testid="skeleton"|<noscript|\sstyle=/);

      const [card] = page.querySelectorAll('article');
      expect(titlesIn(page)).toHaveLength(shown);
      await untilRead();
      await until(() => titlesIn(page).length === count);
      expect(page.querySelector('article')).toBe(card ?? null);
      expect(get).toHaveBeenCalledTimes(Math.floor(count / 500) + 1);
    },
    60_000,
  );

  test('embeds what its cards show, and no more', async () => {
    const { html, data } = await prerender('/projects', records(1));
    expect(data).toEqual([
      {
        id: 'id0',
        collection: 'projects',
        title: 'Project 0',
        description: 'Short.',
        category: '',
        status: 'In Progress',
        technologies: ['React'],
        coverImage: 'cover.jpg',
        images: ['a.jpg'],
      },
    ]);
    expect(html).not.toMatch(/Long\.|2025-03-01/);
  });

  test('without data shows its hero, six skeleton cards, marked as waiting, and the call to action; then it loads', async () => {
    const { page, until, delivered } = await open(undefined, records(2));
    expect(delivered.page.querySelectorAll('h1')).toHaveLength(1);
    const waiting = delivered.page.querySelector(`[${PENDING_ATTRIBUTE}]`);
    expect(waiting?.querySelectorAll('[data-testid="skeleton"]')).toHaveLength(6);
    expect(delivered.page.querySelector('main a[href="/contact"]')).not.toBeNull();
    expect(delivered.html).not.toMatch(/<noscript|\sstyle=/);
    await until(() => titlesIn(page).length === 2);
  });
});

describe('§2 a category', () => {
  const list = ['R&D', 'Design', 'R&D'].map((category, index) => ({ ...records(3)[index], category }));

  test('has a page of its own: it shows its cards, embeds all, and links to the others without scripts', async () => {
    const { html, page, data } = await prerender('/projects', list, '?category=R%26D');
    expect(titlesIn(page)).toEqual(['Project 0', 'Project 2']);
    expect(data).toHaveLength(3);
    const links = [...page.querySelectorAll('[role=group] a:not([role])')];
    expect(links.map((link) => [link.getAttribute('href'), link.getAttribute('aria-current')])).toEqual([
      ['/projects', null],
      ['/projects?category=R%26D', 'true'],
      ['/projects?category=Design', null],
    ]);
    expect(page.title).toMatch(/^R&D projects/);
    const { href } = page.querySelector<HTMLLinkElement>('link[rel=canonical]') ?? {};
    expect(href).toMatch(/\/projects\?category=R%26D$/);
    expect(html).toMatch(/og:image" content="[^"]+\/projects\/id0\/cover\.jpg\?thumb=1440x960"/);
  });

  test.each([
    ['a category', '?category=R%26D', 'R&D'],
    ['a category in another spelling', '?utm_source=x&category=R%26%44&category=Nope', 'R&D'],
    ['one that no project has', '?category=Nope', 'All'],
    ['none', '?category=&utm_source=x', 'All'],
  ])('whose address names %s is taken over as it is, filtered or not', async (_title, query, pressed) => {
    const entry = pressed === 'All' ? '' : '?category=R%26D';
    const { page, until, untilRead } = await open(list, list, { query, entry });
    const shown = titlesIn(page);
    expect(shown).toHaveLength(entry ? 2 : 3);
    await until(() => page.querySelector('[aria-pressed=true]') !== null);
    expect(page.querySelector('[aria-pressed=true]')?.textContent).toBe(pressed);
    await untilRead();
    expect(titlesIn(page)).toEqual(shown);
  });
});

describe('§4 the home page', () => {
  test.each<[string, unknown[] | undefined, string[]]>([
    ['the newest four completed projects', records(1200), ['id1199', 'id1197', 'id1195', 'id1193']],
    ['no work where none is completed', records(1), []],
    ['no work without data', undefined, []],
  ])(
    'is taken over with %s, embeds no more, and asks for nothing',
    async (_what, list, ids) => {
      const { html, data } = await prerender('/', list);
      expect(html).not.toMatch(/\sstyle=/);
      expect(data).toEqual(list && ids.map((id) => expect.objectContaining({ id }) as unknown));
      const { page, get } = await hydrate(html, '/', list);
      const hrefs = () => [...page.querySelectorAll('article h3 a')].map((link) => link.getAttribute('href'));
      await wait(100);
      expect(hrefs()).toEqual(ids.map((id) => `/projects/${id}`));
      expect(page.querySelector('#work') !== null).toBe(ids.length > 0);
      expect(get).not.toHaveBeenCalled();
    },
    60_000,
  );
});
