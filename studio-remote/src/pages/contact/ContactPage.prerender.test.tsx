/** @jest-environment node */
import { expect, test } from '@jest/globals';
import { renderToStaticMarkup } from 'react-dom/server';
import { PENDING_ATTRIBUTE } from '@site/shared/remote';
import { site } from '@site/shared/site';
import { StaticRouter } from 'react-router-dom';
import { ContactPage } from './ContactPage';

const html = renderToStaticMarkup(
  <StaticRouter location="/contact">
    <ContactPage />
  </StaticRouter>,
);

test('§2 the prerendered contact page can be read without scripts: hours, questions and figures', () => {
  for (const words of ['Mon-Fri 9AM-6PM GMT', 'How long does a project take?', '50+', '100%', '24h']) {
    expect(html).toContain(words);
  }
});

test('the prerendered form can be typed in, its button waits, and it says where to write instead', () => {
  expect(html.match(/disabled=""/g)).toHaveLength(1);
  expect(html).toMatch(
    /<button [^>]*type="submit"[^>]*disabled=""|<button [^>]*disabled=""[^>]*type="submit"/,
  );
  expect(html).toContain(`${PENDING_ATTRIBUTE}=""`);
  expect(/<noscript>(.*?)<\/noscript>/.exec(html)?.[1]).toContain(`mailto:${site.company.email}`);
});

test('the prerendered form has no address to submit to, and no style attribute', () => {
  expect(html).toMatch(/<form [^>]*method="dialog"/);
  expect(html).not.toMatch(/\s(action|style)=/);
});
