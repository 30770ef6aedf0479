import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Brand } from '@site/shared/remote';
import { site } from '@site/shared/site';
import { usePageHead } from '@site/shared/ui/usePageHead';
import { act, screen } from '@testing-library/react';
import { useParams } from 'react-router-dom';
import { handleOf, layoutRoutes, renderLayout } from './testing/renderLayout';

function head() {
  const attribute = (selector: string, name: string) =>
    [...document.head.querySelectorAll(selector)].map((element) => element.getAttribute(name));
  return {
    title: document.title,
    description: attribute('meta[name="description"]', 'content'),
    canonical: attribute('link[rel="canonical"]', 'href'),
    robots: attribute('meta[name="robots"]', 'content'),
  };
}

const delivered = {
  title: 'As delivered',
  description: ['As delivered.'],
  canonical: ['https://www.example.com/delivered'],
  robots: [],
};

beforeEach(() => {
  document.head.innerHTML = `<title>${delivered.title}</title>
    <meta name="description" content="${delivered.description[0]}">
    <link rel="canonical" href="${delivered.canonical[0]}">`;
});

afterEach(() => {
  document.head.replaceChildren();
});

describe('document head', () => {
  test('of the first page stays as it was delivered', async () => {
    await renderLayout('/');
    expect(head()).toEqual(delivered);
  });

  test('follows a move to another page', async () => {
    const { router } = await renderLayout('/');
    await act(() => router.navigate('/about'));
    expect(head()).toEqual({
      title: `About · ${site.company.shortName}`,
      description: ['About About.'],
      canonical: [`${site.origin}/about`],
      robots: [],
    });
  });

  test('keeps search engines away from pages that are not for them, and only from those', async () => {
    const { router } = await renderLayout('/');
    await act(() => router.navigate('/projects/abc'));
    expect(head()).toMatchObject({ canonical: [`${site.origin}/projects/abc`], robots: ['noindex'] });
    await act(() => router.navigate('/no-such-page'));
    expect(head()).toMatchObject({
      title: `Page not found · ${site.company.shortName}`,
      robots: ['noindex'],
    });
    await act(() => router.navigate('/projects'));
    expect(head().robots).toEqual([]);
  });

  test('is complete even if the first page came without some of it', async () => {
    document.head.replaceChildren();
    const { router } = await renderLayout('/no-such-page');
    await act(() => router.navigate('/about'));
    expect(head()).toMatchObject({ description: ['About About.'], canonical: [`${site.origin}/about`] });
  });

  test('§2 has the name, icon and colours of a brand on its pages, and the site’s again after them', async () => {
    document.head.insertAdjacentHTML(
      'beforeend',
      `<link rel="icon" type="image/svg+xml" href="/assets/shell/1/favicon.svg">
      <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbfaf6">
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#101116">`,
    );
    const shown = () => ({
      title: document.title,
      icon: document.head.querySelector('link[rel="icon"]')?.getAttribute('href'),
      colors: [...document.head.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')].map(
        ({ content }) => content,
      ),
    });
    const brand: Brand = {
      name: 'Tandem',
      icon: '/assets/tandem/1/icon.svg',
      picture: '',
      background: { light: '#fff', dark: '#012' },
    };
    const page = (path: string, title: string) => ({
      path,
      element: <h1>{title}</h1>,
      handle: handleOf(title, { brand }),
    });
    const { router } = await renderLayout('/', [page('/ride', 'Ride'), page('/ride/map', 'Map')]);
    for (const [path, title] of [
      ['/ride', 'Ride'],
      ['/ride/map', 'Map'],
    ] as const) {
      await act(() => router.navigate(path));
      const expected = { title: `${title} · Tandem`, icon: brand.icon, colors: ['#fff', '#012'] };
      expect(shown()).toEqual(expected);
    }
    await act(() => router.navigate('/about'));
    expect(shown()).toEqual({
      title: `About · ${site.company.shortName}`,
      icon: '/favicon.ico',
      colors: ['#fbfaf6', '#101116'],
    });
  });

  test('does not change with the query or the hash', async () => {
    const { router } = await renderLayout('/about');
    await act(() => router.navigate('/about?page=2#part'));
    expect(head()).toEqual(delivered);
  });

  test('leaves to a page what the page knows better, even in its first render', async () => {
    function KnownProject() {
      usePageHead({ title: 'Harbour', description: 'A harbour.', index: true });
      return <h1>Harbour</h1>;
    }
    const known = {
      path: '/known',
      element: <KnownProject />,
      handle: handleOf('Project', { index: false }),
    };
    const { router } = await renderLayout('/', [known]);

    await act(() => router.navigate('/known'));
    await screen.findByRole('heading', { name: 'Harbour' });
    expect(head()).toMatchObject({
      title: `Harbour · ${site.company.shortName}`,
      description: ['A harbour.'],
      robots: [],
    });

    await act(() => router.navigate('/about'));
    expect(head()).toMatchObject({
      title: `About · ${site.company.shortName}`,
      description: ['About About.'],
      robots: [],
    });
    await act(() => router.navigate('/projects/abc'));
    expect(head()).toMatchObject({ title: `Project · ${site.company.shortName}`, robots: ['noindex'] });
  });

  test('is that of the next one while a page of the same kind waits for its data', async () => {
    function Project() {
      const { projectId } = useParams();
      usePageHead(projectId === 'known' ? { title: 'Harbour', index: true } : undefined);
      return <h1>{projectId}</h1>;
    }
    const project = {
      path: '/works/:projectId',
      element: <Project />,
      handle: handleOf('Project', { index: false }),
    };
    const { router } = await renderLayout('/', [project]);
    await act(() => router.navigate('/works/known'));
    expect(head()).toMatchObject({ title: `Harbour · ${site.company.shortName}`, robots: [] });
    await act(() => router.navigate('/works/waiting'));
    expect(head()).toMatchObject({ title: `Project · ${site.company.shortName}`, robots: ['noindex'] });
  });

  test('is that of a page whose code was lost at first, when it is there', async () => {
    const { router } = await renderLayout('/');
    await act(() => router.navigate('/late'));
    expect(document.title).toBe(`Page not found · ${site.company.shortName}`);
    const late = { id: 'late', path: '/late', element: <h1>Late page</h1>, handle: handleOf('Late') };
    act(() => router._internalSetRoutes(layoutRoutes([late])));
    await act(() => router.navigate('/late'));
    expect(head()).toMatchObject({ title: `Late · ${site.company.shortName}`, robots: [] });
  });
});
