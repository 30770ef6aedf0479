import { test } from './test';
import { visitPages } from './visitPages';

test.describe('Hydration: every page of the release', () => {
  // A 404 page has a 404 status line, in the browser's console too.
  test.use({ expectedNoise: [/status of 404|^status 404/] });
  test.setTimeout(180_000);

  test('hydrates without a message, a failed request, or an uncaught error', async ({ page, baseURL }) => {
    await visitPages(page, baseURL ?? '');
  });
});
