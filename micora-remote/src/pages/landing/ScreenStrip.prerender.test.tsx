/** @jest-environment node */
import { expect, test } from '@jest/globals';
import { renderToStaticMarkup } from 'react-dom/server';
import { ScreenStrip } from './ScreenStrip';

test('before scripts run the strip is readable and its buttons are disabled', () => {
  const html = renderToStaticMarkup(<ScreenStrip />);
  expect(html.match(/<button[^>]*>/g)).toHaveLength(2);
  for (const button of html.match(/<button[^>]*>/g) ?? []) expect(button).toMatch(/ disabled=""/);
  expect(html.match(/role="img"/g)).toHaveLength(5);
});

test('the drawings use no style attribute, which the content security policy would refuse', () => {
  expect(renderToStaticMarkup(<ScreenStrip />)).not.toMatch(/ style=/);
});
