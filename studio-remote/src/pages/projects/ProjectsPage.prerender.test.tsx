/** @jest-environment node */
import { describe, expect, test } from '@jest/globals';
import { PENDING_ATTRIBUTE } from '@site/shared/remote';
import { HOSTILE, hostileRecord } from '../../testing/hostile';
import { oddRecords } from '../../testing/oddRecords';
import { prerender } from '../../testing/prerender';

const records = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `id${index}`,
    title: `Project ${index}`,
    description: 'Short.',
    long_description: '<p>Long.</p>',
    category: 'Website',
    status: 'Completed',
    technologies: ['React'],
    cover_Image: 'cover.jpg',
    images: ['a.jpg'],
    updated: '2025-03-01 12:00:00.000Z',
  }));

const prerenderList = (list?: unknown[]) => prerender('/projects', list);

describe('§2 the projects page without data', () => {
  test('shows its hero, six skeleton cards, marked as waiting, and the call to action', async () => {
    const { html, page } = await prerenderList();
    expect(page.querySelectorAll('h1')).toHaveLength(1);
    const waiting = page.querySelector(`[${PENDING_ATTRIBUTE}]`);
    expect(waiting?.querySelectorAll('[data-testid="skeleton"]')).toHaveLength(6);
    expect(page.querySelector('main a[href="/contact"]')).not.toBeNull();
    expect(html).not.toMatch(/<noscript|\sstyle=/);
  });
});

describe('§2 the projects page with its data', () => {
  test.each([
    [0, 0],
    [1, 1],
    [8, 8],
    [500, 500],
    [1200, 500],
  ])(
    'of %i projects shows %i, each with its link and its picture',
    async (count, shown) => {
      const { html, page, data } = await prerenderList(records(count));
      expect(data).toHaveLength(shown);
      const cards = [...page.querySelectorAll('article')];
      expect(cards.map((card) => card.querySelector('a')?.getAttribute('href'))).toEqual(
        Array.from({ length: shown }, (_, index) => `/projects/id${index}`),
      );
      expect(cards.every((card) => card.querySelector('img')?.getAttribute('src'))).toBe(true);
      expect(page.querySelector('[role=status]')?.textContent).toBe(
        `${shown} project${shown === 1 ? '' : 's'}`,
      );
      expect(html).not.toContain(PENDING_ATTRIBUTE);
      expect(html).not.toMatch(/data-testid="skeleton"|<noscript|\sstyle=/);
    },
    60_000,
  );

  test('embeds what its cards show, and no more', async () => {
    const { html, data } = await prerenderList(records(1));
    expect(data).toEqual([
      {
        id: 'id0',
        collection: 'projects',
        title: 'Project 0',
        description: 'Short.',
        category: 'Website',
        status: 'Completed',
        technologies: ['React'],
        coverImage: 'cover.jpg',
        firstImage: 'a.jpg',
      },
    ]);
    expect(html).not.toMatch(/Long\.|2025-03-01/);
  });
});

test('§2 the page of a category shows its cards, embeds all, and links to the others without scripts', async () => {
  const list = ['Web & App', 'Design', 'Web & App'].map((category, index) => ({
    ...records(3)[index],
    category,
  }));
  const { html, page, data } = await prerender('/projects', list, '?category=Web%20%26%20App');
  expect([...page.querySelectorAll('h2 a')].map(({ textContent }) => textContent)).toEqual([
    'Project 0',
    'Project 2',
  ]);
  expect(data).toHaveLength(3);
  const links = [...page.querySelectorAll('[role=group] a:not([role])')];
  expect(links.map((link) => [link.getAttribute('href'), link.getAttribute('aria-current')])).toEqual([
    ['/projects', null],
    ['/projects?category=Web%20%26%20App', 'true'],
    ['/projects?category=Design', null],
  ]);
  expect(page.title).toMatch(/^Web & App projects/);
  const { href } = page.querySelector<HTMLLinkElement>('link[rel=canonical]') ?? {};
  expect(href).toMatch(/\/projects\?category=Web%20%26%20App$/);
  expect(html).toMatch(/og:image" content="[^"]+\/projects\/id0\/cover\.jpg\?thumb=1440x960"/);
});

describe('what stands in records', () => {
  test.each(HOSTILE)('is text in the file, and adds no element and no attribute to it: %j', async (text) => {
    const harmless = await prerenderList([hostileRecord('a', 'b')]);
    const { html, page, data } = await prerenderList([hostileRecord('a', text)]);
    // Of a file name that could be no file's there are no copies.
    const shape = (of: Document) =>
      [...of.querySelectorAll(':not(source)')].map(({ localName }) => localName);
    expect(shape(page)).toEqual(shape(harmless.page));
    const attributes = [...page.querySelectorAll('*')].flatMap((element) => element.getAttributeNames());
    expect(attributes.filter((name) => /^on|style/.test(name))).toEqual([]);
    expect(html).not.toMatch(/[\uD800-\uDFFF](?<![\uD800-\uDBFF][\uDC00-\uDFFF])(?![\uDC00-\uDFFF])/);
    const [card] = data as { title: string }[];
    expect(page.querySelector('h2')?.textContent.replace(/[\0\uFFFD]/g, '')).toBe(
      card?.title.replace(/\r\n?/g, '\n').replace(/[\0\uFFFD]/g, ''),
    );
  });

  test('does not have to make sense', async () => {
    const { page } = await prerenderList([...oddRecords, null, 7, 'x', {}]);
    expect(page.querySelectorAll('article')).toHaveLength(oddRecords.length);
    expect(page.querySelector('main')?.textContent).toContain('<img src=x onerror=alert(1)>');
    expect(page.querySelector('main')?.textContent.length).toBeLessThan(20_000);
  });
});
