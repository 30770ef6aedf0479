import type { Page, Request } from '@playwright/test';

/** Returns a list that grows with each request that a page makes from now on. */
export function recordRequests(page: Page): Request[] {
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  return requests;
}
