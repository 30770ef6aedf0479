import { resolve } from 'node:path';
import type { startS3 } from '@site/tools/testing/startS3';
import { readBlocks } from './readBlocks';

/** Makes a key by the policy that docs/pipeline.md has for previews. @returns the environment in which it is used */
export async function addPreviewKey(s3: Awaited<ReturnType<typeof startS3>>) {
  const blocks = await readBlocks(resolve(import.meta.dirname, '../../../docs/pipeline.md'));
  const policy = blocks.find(({ language }) => language === 'json')?.text ?? '';
  return s3.addKey('previews', policy.replaceAll('<previews>', 'previews'));
}
