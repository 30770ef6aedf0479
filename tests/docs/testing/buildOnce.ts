import { resolve } from 'node:path';
import { build } from '@site/tools';

/** Builds what has changed, once, for the copies of the checkout in which documents are followed. */
export default async function buildOnce(): Promise<void> {
  const repository = resolve(__dirname, '../../..');
  await build({ repository, log: () => undefined });
}
