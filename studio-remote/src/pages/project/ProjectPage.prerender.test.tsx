/** @jest-environment node */
import { describe, expect, test } from '@jest/globals';
import { PENDING_ATTRIBUTE } from '@site/shared/remote';
import { site } from '@site/shared/site';
import { answering } from '../../testing/answering';
import { HOSTILE, hostileRecord } from '../../testing/hostile';
import { oddRecords } from '../../testing/oddRecords';
import { prerender } from '../../testing/prerender';
import { projectSource } from './projectSource';

const record = {
  id: 'tideline',
  collectionName: 'projects',
  title: 'Tideline',
  description: 'A tide table for swimmers.',
  long_description: '<h3>Cold hands</h3><p onclick="attack()">Large <strong>buttons</strong>.</p>',
  category: 'Mobile App',
  status: 'Completed',
  technologies: ['React Native', 'SQLite'],
  cover_Image: 'cover.jpg',
  images: ['one.jpg', 'two.jpg'],
  updated: '2025-03-01 12:00:00.000Z',
};

const prerenderProject = (project: { id: string } & Record<string, unknown> = record) =>
  prerender('/projects/:projectId', [{ id: 'first' }, project], project.id);
const content = (page: Document, selector: string) => page.querySelector(selector)?.getAttribute('content');
const facts = (page: Document) =>
  [...page.querySelectorAll('script[type="application/ld+json"]')].map(
    ({ textContent }) => JSON.parse(textContent) as Record<string, unknown>,
  );

describe('§2 the page of all projects, without data', () => {
  test('shows a skeleton, marked as waiting, and the back link, and is not to be listed', async () => {
    const { html, page } = await prerender('/projects/:projectId');
    expect(page.querySelector(`[${PENDING_ATTRIBUTE}] [data-testid="skeleton"]`)).not.toBeNull();
    expect(page.querySelector('main a[href="/projects"]')).not.toBeNull();
    expect(page.getElementById('root')?.dataset.status).toBe('200');
    expect(content(page, 'meta[name=robots]')).toBe('noindex');
    expect(page.querySelector('link[rel=canonical], #data')).toBeNull();
    expect(html).not.toMatch(/\sstyle=/);
  });

  test('says to who has no scripts that there is no such project', async () => {
    const { page } = await prerender('/projects/:projectId');
    const said = page.querySelector('main noscript');
    expect(said?.querySelector('h1')?.textContent).toBe('Project Not Found');
    expect(said?.textContent).toContain('The project you are looking for does not exist.');
    expect(said?.querySelectorAll('a[href="/projects"]')).toHaveLength(2);
  });
});

describe('§2 the page of one project', () => {
  test('is whole without scripts', async () => {
    const { html, page } = await prerenderProject();
    const header = page.querySelector('h1')?.parentElement;
    for (const words of ['Tideline', 'A tide table for swimmers.', 'Mobile App', 'Completed'])
      expect(header?.textContent).toContain(words);
    expect([...page.querySelectorAll('dt')].map(({ textContent }) => textContent)).toEqual([
      'Technologies',
      'Category',
      'Status',
    ]);
    expect(page.querySelector('h3')?.textContent).toBe('Cold hands');
    expect(html).toContain('<p>Large <strong>buttons</strong>.</p>');
    expect([...page.querySelectorAll('dl li')].map(({ textContent }) => textContent)).toEqual([
      'React Native',
      'SQLite',
    ]);
    expect(page.querySelector('section img')?.getAttribute('src')).toContain('/tideline/one.jpg');
    expect(page.querySelector('main a[href="/contact"]')).not.toBeNull();
    expect(html).not.toContain(PENDING_ATTRIBUTE);
    expect(html).not.toMatch(/data-testid="skeleton"|<noscript|\sstyle=/);
  });

  test('has a head of its own, and may be listed', async () => {
    const { page } = await prerenderProject();
    const image = `${site.origin}/api/files/projects/tideline/cover.jpg?thumb=1440x960`;
    expect(page.title).toBe(`Tideline · ${site.company.shortName}`);
    expect(content(page, 'meta[name=description]')).toBe('A tide table for swimmers.');
    expect(content(page, 'meta[property="og:image"]')).toBe(image);
    expect(content(page, 'meta[name=robots]')).toBeUndefined();
    expect(page.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(
      `${site.origin}/projects/tideline`,
    );
    const [way, subject] = facts(page);
    expect((way?.itemListElement as { name: string }[]).map(({ name }) => name)).toEqual([
      'Home',
      'Projects',
      'Tideline',
    ]);
    expect(subject).toMatchObject({ '@type': 'CreativeWork', name: 'Tideline', genre: 'Mobile App' });
  });

  test('embeds its rich text made safe', async () => {
    const { html, data } = await prerenderProject();
    expect(data).toMatchObject({
      longDescription: '<h3>Cold hands</h3><p>Large <strong>buttons</strong>.</p>',
    });
    expect(html).not.toContain('onclick');
  });
});

describe('what stands in a record', () => {
  test.each(HOSTILE)('is text in the file, and adds no element and no attribute to it: %j', async (text) => {
    const { html, page, data } = await prerenderProject({ ...hostileRecord('a', text), id: 'a' });
    const scripts = [...page.scripts].map(({ type, id }) => type || id);
    expect(scripts).toEqual([
      'application/ld+json',
      'application/ld+json',
      'application/json',
      'application/json',
      '',
    ]);
    expect(page.querySelectorAll('img').length).toBeLessThanOrEqual(3);
    expect(page.querySelector('style, iframe, object, base, noscript')).toBeNull();
    const elements = [...page.querySelectorAll('*')];
    const attributes = elements.flatMap((element) => element.getAttributeNames());
    expect(attributes.filter((name) => /^on|style/.test(name))).toEqual([]);
    const links = elements.flatMap((element) => element.getAttribute('href') ?? []);
    const isHarmless = (href: string) => {
      const { protocol, host } = new URL(href, 'https://own.example/projects/a');
      return /^https?:/i.test(href) || host === 'own.example' || protocol === 'mailto:';
    };
    expect(links.filter((href) => !isHarmless(href))).toEqual([]);
    expect(html).not.toMatch(/[\uD800-\uDFFF](?<![\uD800-\uDBFF][\uDC00-\uDFFF])(?![\uDC00-\uDFFF])/);
    expect(JSON.parse(page.getElementById('data')?.textContent ?? '')).toEqual(data);
    expect(facts(page)).toHaveLength(2);
  });

  test.each(oddRecords.map((odd) => [String(odd.id), odd] as const))(
    'does not have to make sense: %j',
    async (_id, odd) => {
      const list = await projectSource.list(answering([odd]));
      const [id = ''] = [...list.keys()];
      const { page } = await prerender('/projects/:projectId', [odd], id);
      expect(page.querySelector('h1')?.textContent).not.toBe('');
      expect(page.querySelector('main a[href="/contact"]')).not.toBeNull();
      expect(page.querySelector('main')?.textContent.length).toBeLessThan(20_000);
    },
  );
});
