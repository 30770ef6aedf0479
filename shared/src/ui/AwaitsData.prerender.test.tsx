/** @jest-environment node */
import { expect, test } from '@jest/globals';
import { renderToStaticMarkup } from 'react-dom/server';
import { AWAITS_DATA_ATTRIBUTE } from '../remote';
import { site } from '../site';
import { AwaitsData } from './AwaitsData';

test('the prerendered part that waits for data tells visitors without scripts what is missing and where to write', () => {
  const html = renderToStaticMarkup(
    <AwaitsData waiting status="Loading projects" withoutScripts="The projects need JavaScript.">
      <p>placeholder</p>
    </AwaitsData>,
  );
  const words = /<noscript>(.*)<\/noscript>/.exec(html)?.[1] ?? '';
  expect(words).toContain('The projects need JavaScript.');
  expect(words).toContain(`href="mailto:${site.company.email}"`);
  expect(html).toContain(`${AWAITS_DATA_ATTRIBUTE}=""`);
  expect(html).not.toContain('style=');
});
