/** @jest-environment node */
import { expect, test } from '@jest/globals';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { AWAITS_DATA_ATTRIBUTE } from '@site/shared/remote';
import { site } from '@site/shared/site';
import { ProjectsPage } from './ProjectsPage';

const html = renderToStaticMarkup(
  <StaticRouter location="/projects">
    <ProjectsPage />
  </StaticRouter>,
);

test('§2 the prerendered projects page shows its hero, six skeleton cards and the call to action', () => {
  expect(html).toContain('<h1');
  expect(html.match(/data-testid="skeleton"/g)).toHaveLength(6);
  expect(html).toContain('href="/contact"');
});

test('the prerendered projects page says what is missing without scripts, and where', () => {
  expect(html).toContain(`${AWAITS_DATA_ATTRIBUTE}=""`);
  expect(/<noscript>(.*?)<\/noscript>/.exec(html)?.[1]).toMatch(`mailto:${site.company.email}`);
});

test('the prerendered projects page has no style attribute', () => {
  expect(html).not.toMatch(/\sstyle=/);
});
