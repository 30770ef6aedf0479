import { resolve } from 'node:path';
import { buildApps } from '@site/tools/build/buildApps';

/** Builds what has changed, once, for the copies of the checkout in which documents are followed. */
export default async function buildOnce(): Promise<void> {
  const repository = resolve(__dirname, '../../..');
  await buildApps({ repository, log: () => undefined });
}
