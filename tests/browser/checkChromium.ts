import { chromium } from '@playwright/test';
import { errorMessage } from '@site/shared/node/errorMessage';

/**
 * Starts Chromium and closes it again, to check that it works. Waits at most 30 seconds for it to start.
 *
 * @throws Error with the reason if the browser does not start, for instance because libraries are missing
 */
export async function checkChromium(executablePath: string): Promise<void> {
  try {
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'], timeout: 30_000 });
    await browser.close();
  } catch (error) {
    const message = errorMessage(error);
    const reason = /error while loading shared libraries.*|\b(?:spawn|EACCES).*/.exec(message)?.[0];
    throw new Error(`the browser does not start: ${reason ?? message.split('\n')[0]}`);
  }
}
