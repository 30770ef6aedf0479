import type { BrowserContext } from '@playwright/test';

/**
 * Calls `report` with one line for each console error, console warning, uncaught error, failed request, and response with
 * status 400 or above.
 */
export function reportNoise(context: BrowserContext, report: (noise: string) => void): void {
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      report(`console ${message.type()}: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => report(`uncaught: ${error.error().message}`));
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // Ignore cancelled requests, because leaving a page cancels its pending requests.
    if (reason !== 'net::ERR_ABORTED') report(`failed: ${request.url()} ${reason}`);
  });
  context.on('response', (response) => {
    if (response.status() >= 400) report(`status ${response.status()}: ${response.url()}`);
  });
}
