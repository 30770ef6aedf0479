/** @jest-environment node */
import { describe, expect, test } from '@jest/globals';
import { PENDING_ATTRIBUTE } from '@site/shared/remote';
import { site } from '@site/shared/site';
import { hydrate, prerender } from '../../testing/hydrate';

/** Opens a project that was rendered with its record, or with none, while the backend has others. */
async function open(rendered: { id: string } | undefined, now: unknown[]) {
  const id = rendered?.id ?? 'tideline';
  const delivered = await prerender(
    '/projects/:projectId',
    rendered && [{ id: 'first' }, rendered],
    rendered && id,
  );
  const opened = await hydrate(delivered.html, `/projects/${encodeURIComponent(id)}`, now);
  const heading = () => opened.page.querySelector('h1')?.textContent;
  return { ...opened, delivered, heading };
}

const record = {
  id: 'tideline',
  collectionName: 'projects',
  title: 'Tideline',
  description: 'A tide table for swimmers.',
  long_description:
    '<h3>Cold hands</h3><p onclick="attack()">Large <a href="/contact">buttons</a>.</p><pre>\n\na\nb</pre>',
  category: 'Mobile App',
  status: 'Completed',
  technologies: ['React Native', 'SQLite'],
  cover_Image: 'cover.jpg',
  images: ['one.jpg', 'two.jpg'],
  updated: '2025-03-01 12:00:00.000Z',
};

const textsOf = (page: Document, selector: string) =>
  [...page.querySelectorAll(selector)].map(({ textContent }) => textContent);
const content = (page: Document, selector: string) => page.querySelector(selector)?.getAttribute('content');

describe('§2 the page of all projects, without data', () => {
  test('shows a skeleton, marked as waiting, is not to be listed, and says without scripts that there is no such project; with them it asks', async () => {
    const { until, heading, delivered } = await open(undefined, [record]);
    const { page } = delivered;
    expect(page.querySelector(`[${PENDING_ATTRIBUTE}] [data-testid="skeleton"]`)).not.toBeNull();
    expect(page.querySelector('main a[href="/projects"]')).not.toBeNull();
    expect(page.getElementById('root')?.dataset.status).toBe('200');
    expect(content(page, 'meta[name=robots]')).toBe('noindex');
    expect(page.querySelector('link[rel=canonical], #data')).toBeNull();
    expect(delivered.html).not.toMatch(/\sstyle=/);
    const said = page.querySelector('main noscript');
    expect(said?.querySelector('h1')?.textContent).toBe('Project Not Found');
    expect(said?.textContent).toContain('The project you are looking for does not exist.');
    expect(said?.querySelectorAll('a[href="/projects"]')).toHaveLength(2);
    await until(() => heading() === 'Tideline');
  });
});

describe('§2 the page of one project', () => {
  test('is whole without scripts, its rich text made safe, and is taken over as it is', async () => {
    const { page, untilRead, get, delivered } = await open(record, [record]);
    const { html, data } = delivered;
    expect(delivered.page.title).toBe(`Tideline · ${site.company.shortName}`);
    expect(content(delivered.page, 'meta[name=robots]')).toBeUndefined();
    const header = delivered.page.querySelector('h1')?.parentElement;
    for (const words of ['Tideline', 'A tide table for swimmers.', 'Mobile App', 'Completed'])
      expect(header?.textContent).toContain(words);
    expect(textsOf(delivered.page, 'dt')).toEqual(['Technologies', 'Category', 'Status']);
    expect(textsOf(delivered.page, 'dl li')).toEqual(['React Native', 'SQLite']);
    expect(data).toMatchObject({ longDescription: expect.stringMatching(/^<h3>Cold hands<\/h3><p>Large /) });
    expect(html).toContain('<h3>Cold hands</h3><p>Large <a href="/contact"');
    expect(html).not.toContain('onclick');
    expect(delivered.page.querySelector('section img')?.getAttribute('src')).toContain('/tideline/one.jpg');
    expect(delivered.page.querySelector('main a[href="/contact"]')).not.toBeNull();
    expect(html).not.toContain(PENDING_ATTRIBUTE);
    expect(html).not.toMatch(/data-testid="skeleton"|<noscript|\sstyle=/);
    const text = page.querySelector('h3');
    await untilRead();
    expect(page.querySelector('h3')).toBe(text);
    expect(get).toHaveBeenCalledTimes(1);
  });

  test('that is gone since is not found', async () => {
    const { page, until, heading } = await open(record, []);
    const next = () => page.querySelector('nav[aria-label="Next project"]');
    expect([heading(), next()]).toEqual(['Tideline', expect.anything()]);
    await until(() => heading() === 'Project Not Found');
    expect(next()).toBeNull();
  });
});
