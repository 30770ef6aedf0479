import type { Page, Request } from '@playwright/test';

/** Returns a list to which each further request of a page is added. */
export function recordRequests(page: Page): Request[] {
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  return requests;
}
