import { expect, jest, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { startTestBackend } from './testing/startTestBackend';
import { deletion, form } from './testing/useBackend';

jest.setTimeout(120_000);

const COMMAND = ['--import', resolve(import.meta.dirname, '../../platform/preload.mjs')];

test('npm run find finds all spellings of a name in all forms, and prints no visitor’s data', async () => {
  const home = await mkdtemp(join(tmpdir(), 'find-'));
  const backend = await startTestBackend({ seeded: false, dataDir: join(home, 'pocketbase') });
  const search = async (text: string) => {
    const command = [...COMMAND, resolve(import.meta.dirname, 'find.ts')];
    const env = { ...process.env, DATA_DIR: home };
    const running = promisify(execFile)(process.execPath, command, { env, timeout: 30_000 });
    running.child.stdin?.end(`${text}\n`);
    return running;
  };
  try {
    const messages = backend.operator.collection('form_submits');
    const ids: Record<string, string> = {};
    for (const name of ['JOSÉ MÜLLER', 'jose muller', 'José Müller', 'Strauß', 'Ada'])
      ids[name] = (await messages.create({ ...form, full_name: name })).id;
    // Earlier versions of the backend stored decomposed characters. This update simulates a record from such a version.
    await backend.operator.collection('form_submits').update(ids['José Müller'] ?? '', {
      full_name: 'Jose\u0301 Mu\u0308ller',
    });
    const address = 'Müller@example.com';
    const { id: request } = await backend.operator
      .collection('micora_delete_requests')
      .create({ ...deletion, contact_email: address });

    // PocketBase's own search finds none of the name's three spellings. That is why `npm run find` exists.
    expect(await messages.getFullList({ filter: 'full_name ~ "josé müller"' })).toEqual([]);

    const all = ['JOSÉ MÜLLER', 'jose muller', 'José Müller'].map((name) => ids[name] ?? '');
    for (const spelling of ['müller', 'MULLER', 'Mu\u0308ller', ' muller']) {
      const { stdout } = await search(spelling);
      for (const id of [...all, request])
        expect([spelling, stdout]).toEqual([spelling, expect.stringContaining(id)]);
      expect(stdout).toContain('4 submissions contain it.');
      expect(stdout).not.toMatch(/m[uü]ller/i);
      expect(stdout).toContain(`${backend.url}/_/#/collections?collection=`);
    }
    expect((await search('Müller, José')).stdout).toContain('3 submissions contain it.');
    expect((await search('Müller Byron')).stdout).toContain('0 submissions contain it.');
    expect((await search('STRAUSS')).stdout).toContain(ids['Strauß']);
    await expect(search('')).rejects.toThrow('Nothing was entered');
    await backend.stop();
    await expect(search('Ada')).rejects.toThrow('No backend runs with the data in');
  } finally {
    await backend.stop();
    await rm(home, { recursive: true });
  }
});
