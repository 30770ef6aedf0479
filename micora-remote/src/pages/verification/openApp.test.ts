import { expect, test } from '@jest/globals';
import { openApp } from './openApp';

test('a link is opened by a navigation of the page', () => {
  // The only navigation that jsdom carries out.
  openApp('#opened');
  expect(location.hash).toBe('#opened');
});
