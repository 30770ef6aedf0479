/** @jest-environment node */
import { expect, test } from '@jest/globals';
import { renderToStaticMarkup } from 'react-dom/server';
import { Route, Routes, StaticRouter } from 'react-router-dom';
import { AWAITS_DATA_ATTRIBUTE } from '@site/shared/remote';
import { site } from '@site/shared/site';
import { ProjectPage } from './ProjectPage';

const render = (path: string) =>
  renderToStaticMarkup(
    <StaticRouter location={path}>
      <Routes>
        <Route path="/projects/:projectId" element={<ProjectPage />} />
      </Routes>
    </StaticRouter>,
  );

test('one prerendered page serves every project', () => {
  expect(render('/projects/_')).toBe(render('/projects/harbour00000001'));
});

test('§2 the prerendered project page shows a skeleton and the back link', () => {
  const html = render('/projects/_');
  expect(html).toContain('data-testid="skeleton"');
  expect(html).toContain('href="/projects"');
  expect(html).not.toMatch(/\sstyle=/);
});

test('the prerendered project page says what is missing without scripts, and where', () => {
  const html = render('/projects/_');
  expect(html).toContain(`${AWAITS_DATA_ATTRIBUTE}=""`);
  expect(/<noscript>(.*?)<\/noscript>/.exec(html)?.[1]).toMatch(`mailto:${site.company.email}`);
});
