import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { site } from '@site/shared/site';
import { usePageHead } from '@site/shared/ui/usePageHead';
import { act } from '@testing-library/react';
import { useParams } from 'react-router-dom';
import { handleOf, renderLayout } from './testing/renderLayout';

const DELIVERED = `<title>As delivered</title>
  <meta name="description" content="As delivered.">
  <link rel="canonical" href="https://www.example.com/delivered">`;
const delivered = {
  title: 'As delivered',
  description: ['As delivered.'],
  canonical: ['https://www.example.com/delivered'],
  robots: [],
};
const titled = (title: string) => `${title} · ${site.company.shortName}`;

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

/** A page that knows one of its projects, in its first render already. */
function Work() {
  const { id } = useParams();
  usePageHead(id === 'known' ? { title: 'Harbour', description: 'A harbour.', index: true } : undefined);
  return <h1>{id}</h1>;
}
const work = { path: '/works/:id', element: <Work />, handle: handleOf('Project', { index: false }) };

beforeEach(() => {
  document.head.innerHTML = DELIVERED;
});
afterEach(() => {
  document.head.replaceChildren();
});

// That of a page whose code was lost at first, tests/browser/failures.spec.ts has.
describe('the head of the document', () => {
  test.each([
    ['stays as it was delivered', DELIVERED],
    ['is completed by the first move if some of it did not come', ''],
  ])('%s, and follows a move, but no query and no hash', async (_what, html) => {
    document.head.innerHTML = html;
    const { router } = await renderLayout('/');
    await act(() => router.navigate('/?page=2#part'));
    if (html) expect(head()).toEqual(delivered);
    await act(() => router.navigate('/about'));
    expect(head()).toEqual({
      title: titled('About'),
      description: ['About About.'],
      canonical: [`${site.origin}/about`],
      robots: [],
    });
  });

  test('leaves to a page what the page knows better, and is the route’s while the page waits for its data', async () => {
    const { router } = await renderLayout('/', [work]);
    for (const [path, title, description, robots] of [
      ['/works/known', 'Harbour', 'A harbour.', []],
      ['/works/waiting', 'Project', 'About Project.', ['noindex']],
      ['/works/known', 'Harbour', 'A harbour.', []],
      ['/about', 'About', 'About About.', []],
      ['/projects/abc', 'Project', 'About Project.', ['noindex']],
    ] as const) {
      await act(() => router.navigate(path));
      expect(head()).toMatchObject({ title: titled(title), description: [description], robots });
      // Said after the page has set it.
      expect(document.querySelector('[aria-live="polite"]')).toHaveTextContent(titled(title));
    }
  });
});
