import { resolve } from 'node:path';
import { build } from '@site/platform';

/** Jest calls this function before all tests, so that copies of the checkout contain current builds. */
export default async function buildOnce(): Promise<void> {
  const repository = resolve(__dirname, '../../..');
  await build({ repository, log: () => undefined });
}
