import type { Page, Request } from '@playwright/test';

/** Records a page's requests from now on, in order. */
export function recordRequests(page: Page): Request[] {
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  return requests;
}
