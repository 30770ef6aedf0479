/** @jest-environment node */
import { expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const FACES = join(import.meta.dirname, 'src/fonts');

test('the stored typefaces equal the output of subsetFont.ts', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'face-'));
  try {
    const script = join(import.meta.dirname, 'subsetFont.ts');
    await promisify(execFile)(process.execPath, ['--import', import.meta.resolve('tsx'), script, directory]);
    const names = (await readdir(FACES)).filter((name) => name.endsWith('.woff2'));
    expect((await readdir(directory)).sort()).toEqual(names.sort());
    for (const name of names) {
      const stored = await readFile(join(FACES, name));
      expect((await readFile(join(directory, name))).equals(stored)).toBe(true);
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}, 30_000);
