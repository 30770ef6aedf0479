import { beforeEach, describe, expect, test } from '@jest/globals';
import { MANIFEST } from '../build/Artifact';
import { readArtifact, type LoadedArtifact } from './readArtifact';
import { directoryStore } from './directoryStore';
import type { Store } from './Store';
import { loadArtifact, storeArtifact } from './storeArtifact';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { writeRemoteBuild } from '../testing/writeRemoteBuild';

let store: Store;
let built: LoadedArtifact;

beforeEach(async () => {
  store = directoryStore(await temporaryDirectory());
  const directory = await temporaryDirectory();
  await writeRemoteBuild(directory, { name: 'studio', mount: '/', pages: { '/': `return 'Home'` } });
  built = await readArtifact(directory);
});

describe('a build in the store', () => {
  test('has what browsers load, with the compressed forms, apart from what only deployment reads', async () => {
    await storeArtifact(store, built);
    const { version } = built.artifact;
    const assets = await store.list(`assets/studio-remote/${version}`);
    expect(assets.sort()).toEqual(
      ['Page1.js', MANIFEST, 'remoteEntry.js', 'routes.js', 'studio.Page1.css']
        .flatMap((name) => [name, `${name}.br`, `${name}.gz`])
        .sort(),
    );
    expect((await store.list(`artifacts/studio-remote/${version}`)).sort()).toEqual([
      'artifact.json',
      'server.cjs',
    ]);
  });

  test('comes back as deployment needs it: description, server bundle, style sheets, manifest', async () => {
    await storeArtifact(store, built);
    const loaded = await loadArtifact(store, 'studio-remote', built.artifact.version);
    expect(loaded.artifact).toEqual(built.artifact);
    expect(loaded.server).toBe(built.server);
    const needed = ['studio.Page1.css', MANIFEST].map((name) => [name, built.files.get(name)] as const);
    expect(loaded.files).toEqual(new Map(needed));
  });

  test.each([
    ['artifacts', 'server.cjs'],
    ['artifacts', 'artifact.json'],
    ['assets', 'studio.Page1.css'],
  ])('of which somebody has altered %s/…/%s does not come back', async (folder, name) => {
    await storeArtifact(store, built);
    const { version } = built.artifact;
    const key = `${folder}/studio-remote/${version}/${name}`;
    const altered = (await store.read(key))?.toString().replace(/\w(?=\W*$)/, 'x') ?? '';
    for (const content of [altered, '{']) {
      await store.write(key, content);
      await expect(loadArtifact(store, 'studio-remote', version)).rejects.toThrow(
        `${key} has been altered in the store.`,
      );
    }
  });

  test('is not written again', async () => {
    await storeArtifact(store, built);
    const written: string[] = [];
    const watched: Store = {
      ...store,
      write: (key, content) => {
        written.push(key);
        return store.write(key, content);
      },
    };
    await storeArtifact(watched, built);
    expect(written).toEqual([]);
  });

  test.each([
    ['assets', 'routes.js'],
    ['assets', 'routes.js.br'],
    ['artifacts', 'server.cjs'],
  ])('of which somebody was first with another %s/…/%s is put there again', async (folder, name) => {
    await storeArtifact(store, built);
    const key = `${folder}/studio-remote/${built.artifact.version}/${name}`;
    const right = await store.read(key);
    await store.write(key, 'another');
    await storeArtifact(store, built);
    expect(await store.read(key)).toEqual(right);
  });

  test.each(['{', '{}', '{"commit":"--output=x","builtAt":"now","node":"v24"}'])(
    'does not know where it comes from if somebody says it otherwise than a build does: %s',
    async (content) => {
      const origin = { builtAt: '2026-11-21T10:15:00.123Z', node: 'v24.1.0' };
      const { version } = built.artifact;
      await storeArtifact(store, { ...built, origin });
      expect(await loadArtifact(store, 'studio-remote', version)).toMatchObject({ origin });
      await store.write(`artifacts/studio-remote/${version}/origin.json`, content);
      expect(await loadArtifact(store, 'studio-remote', version)).not.toHaveProperty('origin');
    },
  );

  test('counts as there only when all of it is: artifact.json comes last', async () => {
    const keys: string[] = [];
    const watched: Store = {
      ...store,
      write: (key, content) => {
        keys.push(key);
        return store.write(key, content);
      },
    };
    await storeArtifact(watched, built);
    expect(keys.at(-1)).toBe(`artifacts/studio-remote/${built.artifact.version}/artifact.json`);
  });

  test('is completed after a deployment that was killed', async () => {
    let left = 3;
    const dying: Store = {
      ...store,
      write: (key, content) => {
        left -= 1;
        return left < 0 ? Promise.reject(new Error('killed')) : store.write(key, content);
      },
    };
    await expect(storeArtifact(dying, built)).rejects.toThrow('killed');
    await storeArtifact(store, built);
    expect((await loadArtifact(store, 'studio-remote', built.artifact.version)).server).toBe(built.server);
    expect(await store.list(`assets/studio-remote/${built.artifact.version}`)).toHaveLength(15);
  });

  test('that is not there cannot be loaded, and the error names what is missing', async () => {
    await expect(loadArtifact(store, 'studio-remote', 'abc')).rejects.toThrow(
      'artifacts/studio-remote/abc/artifact.json is missing in the store.',
    );
  });
});
