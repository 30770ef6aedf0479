import { beforeEach, describe, expect, test } from '@jest/globals';
import { MANIFEST } from '../build/BuildDescription';
import { memoryStore } from '../testing/memoryStore';
import { steppedStore } from '../testing/steppedStore';
import { tinyStudio } from '../testing/tinySite';
import type { Store } from './Store';
import { loadBuild } from './readBuild';
import { storeBuild } from './storeBuild';

const built = tinyStudio();
const { version } = built.description;
const ASSETS = `assets/studio-remote/${version}`;
const BUILDS = `builds/studio-remote/${version}`;

let store: Store;

beforeEach(async () => {
  store = memoryStore();
  await storeBuild(store, built);
});

describe('a stored build', () => {
  test('has all encodings of browser files in one folder, and the files for deployments in another', async () => {
    const names = [...built.files.keys()].flatMap((name) => [name, `${name}.br`, `${name}.gz`]);
    expect((await store.list(ASSETS)).sort()).toEqual(names.sort());
    expect((await store.list(BUILDS)).sort()).toEqual(['build.json', 'server.cjs']);
  });

  test('is loaded with the files that a deployment needs', async () => {
    const loaded = await loadBuild(store, 'studio-remote', version);
    const needed = [...built.files].filter(([name]) => name.endsWith('.css') || name === MANIFEST);
    expect({ ...loaded, files: [...loaded.files].sort() }).toEqual({ ...built, files: needed.sort() });
    expect((await loadBuild(store, 'studio-remote', version, () => true)).files.size).toBe(built.files.size);
  });

  test.each(['server.cjs', 'build.json', 'studio.Page1.css'])(
    'cannot be loaded if %s has been altered',
    async (name) => {
      const key = `${name.endsWith('.css') ? ASSETS : BUILDS}/${name}`;
      const altered = String(await store.read(key)).replace(/\w(?=\W*$)/, 'x');
      for (const content of [altered, '{']) {
        await store.write(key, content);
        await expect(loadBuild(store, 'studio-remote', version)).rejects.toThrow(
          `${key} has been altered in the store.`,
        );
      }
    },
  );

  test('is overwritten each time it is stored, with build.json last', async () => {
    const keys: string[] = [];
    const watched = steppedStore(store, (step, key) => {
      if (step.startsWith('write')) keys.push(key);
    });
    await storeBuild(watched, built);
    expect(keys.sort()).toEqual((await store.list('', { deep: true })).map(({ key }) => key).sort());
    for (const key of [`${ASSETS}/routes.js`, `${ASSETS}/routes.js.br`, `${BUILDS}/server.cjs`]) {
      const right = await store.read(key);
      await store.write(key, 'another');
      await storeBuild(store, built);
      expect(await store.read(key)).toEqual(right);
    }
    const failing = steppedStore(memoryStore(), (step, key) => {
      if (key === `${BUILDS}/server.cjs`) throw new Error('killed');
    });
    await expect(storeBuild(failing, built)).rejects.toThrow('killed');
    expect(await failing.read(`${BUILDS}/build.json`)).toBeUndefined();
  });

  test('is loaded without its origin if the origin is invalid', async () => {
    const origin = { builtAt: '2026-11-21T10:15:00.123Z', node: 'v24.1.0' };
    await storeBuild(store, { ...built, origin });
    expect(await loadBuild(store, 'studio-remote', version)).toMatchObject({ origin });
    await store.write(`${BUILDS}/origin.json`, '{}');
    expect(await loadBuild(store, 'studio-remote', version)).not.toHaveProperty('origin');
  });

  test('cannot be loaded if it is missing, and the error names the key', async () => {
    await expect(loadBuild(store, 'studio-remote', 'abc')).rejects.toThrow(
      'builds/studio-remote/abc/build.json is missing from the store.',
    );
  });
});
