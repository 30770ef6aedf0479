import { test } from './test';
import { visitPages } from './visitPages';

test('Hydration: every page of the release hydrates without a message, a failed request, or an uncaught error', async ({
  page,
  baseURL,
  expectedNoise,
}) => {
  test.setTimeout(180_000);
  // A 404 page has a 404 status line, in the browser's console too.
  expectedNoise.push(/status of 404|^status 404/);
  await visitPages(page, baseURL ?? '');
});
