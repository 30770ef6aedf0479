/** @jest-environment node */
import { expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const FACE = join(import.meta.dirname, 'src/fonts/bricolage-grotesque.woff2');

test('the stored typeface equals the output of subsetFont.ts', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'face-'));
  try {
    const output = join(directory, 'face.woff2');
    const script = join(import.meta.dirname, 'subsetFont.ts');
    await promisify(execFile)(process.execPath, ['--import', import.meta.resolve('tsx'), script, output]);
    expect((await readFile(output)).equals(await readFile(FACE))).toBe(true);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}, 30_000);
