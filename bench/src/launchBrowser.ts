import { chromium, type Browser } from 'playwright-core';
import { findChromium } from '../../e2e/findChromium';
import type { Certificate } from './createCertificate';

/**
 * Starts a Chromium that trusts the edge's certificate.
 *
 * @param debuggingPort where Lighthouse can reach it, if that is wanted
 */
export function launchBrowser({ fingerprint }: Certificate, debuggingPort?: number): Promise<Browser> {
  return chromium.launch({
    executablePath: findChromium(),
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Not just any certificate: what comes by a doubtful one is never cached.
      `--ignore-certificate-errors-spki-list=${fingerprint}`,
      ...(debuggingPort === undefined ? [] : [`--remote-debugging-port=${debuggingPort}`]),
    ],
  });
}
