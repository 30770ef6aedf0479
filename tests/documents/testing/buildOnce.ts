import { resolve } from 'node:path';
import { build } from '@site/platform';

/** Builds the changed apps before any test copies the checkout. */
export default async function buildOnce(): Promise<void> {
  const repository = resolve(__dirname, '../../..');
  await build({ repository, log: () => undefined });
}
