/** @jest-environment node */
import { expect, test } from '@jest/globals';
import { PENDING_ATTRIBUTE } from '@site/shared/remote';
import { site } from '@site/shared/site';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { DeletionPage } from './DeletionPage';

const html = renderToStaticMarkup(
  <StaticRouter location="/micora/delete">
    <DeletionPage />
  </StaticRouter>,
);

test('§2 the prerendered deletion page can be read without scripts', () => {
  for (const words of [
    'This cannot be undone',
    'What gets deleted',
    'What to do first',
    'Your data rights',
  ]) {
    expect(html).toContain(words);
  }
});

test('the prerendered form can be typed in, its button waits, and it says where to write instead', () => {
  expect(html.match(/disabled=""/g)).toHaveLength(1);
  expect(html).toMatch(
    /<button [^>]*type="submit"[^>]*disabled=""|<button [^>]*disabled=""[^>]*type="submit"/,
  );
  expect(html).toContain(`${PENDING_ATTRIBUTE}=""`);
  expect(/<noscript>(.*?)<\/noscript>/.exec(html)?.[1]).toContain(`mailto:${site.micora.supportEmail}`);
});

test('the prerendered form has no address to submit to, and no style attribute', () => {
  expect(html).toMatch(/<form [^>]*method="dialog"/);
  expect(html).not.toMatch(/\s(action|style)=/);
});
