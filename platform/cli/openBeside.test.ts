import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { requireBeside } from './openBeside';

test('only the owner can read a new directory of previews, and an existing one keeps its mode', async () => {
  const home = await mkdtemp(join(tmpdir(), 'previews-'));
  const getMode = async (name: string) => ((await stat(join(home, name))).mode & 0o777).toString(8);
  const own = process.umask(0o022);
  try {
    await mkdir(join(home, 'chosen-previews'));
    for (const name of ['new/store', 'chosen'])
      await (await requireBeside(join(home, name), 'previews')).write('pr-1-secret/pages/a', 'seen');
    expect(await getMode('new/store-previews')).toBe('700');
    // The folder `new` also contains the live store. A web server may run as another user, and must be able to read it.
    expect(await getMode('new')).toBe('755');
    expect(await getMode('chosen-previews')).toBe('755');
  } finally {
    process.umask(own);
    await rm(home, { recursive: true });
  }
});
