import { expect, test } from '@jest/globals';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { readApps } from './readApps';

test('an app is the shell, or a folder that has a remote.config.ts', async () => {
  const repository = await temporaryDirectory();
  for (const folder of ['studio', 'events-remote', 'deploy', 'shell']) await mkdir(join(repository, folder));
  await writeFile(join(repository, 'README.md'), '');
  for (const folder of ['studio', 'events-remote'])
    await writeFile(join(repository, folder, 'remote.config.ts'), '');
  expect(readApps(repository)).toEqual(['shell', 'events-remote', 'studio']);
});
