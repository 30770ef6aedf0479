import { expect, test } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { site } from '../site';
import { renderAt } from '../testing/renderAt';
import { Html } from './Html';
import { sanitiseHtml } from './sanitiseHtml';

const HERE = '/projects/harbour00000001';

function show(text: string) {
  const html = sanitiseHtml(text, () => window);
  return renderAt(HERE, [{ path: '*', element: <Html html={html} /> }]);
}

test.each([
  ['/contact', {}, false],
  [`${site.origin}/contact?a=b#c`, {}, false],
  ['/contact', { ctrlKey: true }, true],
  ['/contact', { metaKey: true }, true],
  ['/contact', { shiftKey: true }, true],
  ['/contact', { altKey: true }, true],
  ['https://elsewhere.example/x', {}, true],
  [`${site.origin}//elsewhere.example/`, {}, true],
  ['/api/files/a/b/c.pdf', {}, true],
  ['#text-a', {}, true],
])('§3 a link to %s, clicked with the keys %j, is left to the browser: %s', (href, keys, isLeft) => {
  const { router } = show(`<p><a href="${href}">Read on</a></p>`);
  let wasLeft: boolean | undefined;
  // jsdom does not support navigation, so the test prevents the click's default action.
  const inspect = (event: Event) => {
    wasLeft = !event.defaultPrevented;
    event.preventDefault();
  };
  addEventListener('click', inspect, { once: true });
  fireEvent.click(screen.getByRole('link', { name: 'Read on' }), keys);
  expect(wasLeft).toBe(isLeft);
  const { pathname, search, hash } = router.state.location;
  expect(pathname + search + hash).toBe(isLeft ? HERE : href.replace(site.origin, ''));
});
