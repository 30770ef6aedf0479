import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { deploy } from './deploy';
import { describeRelease } from './describeRelease';
import { expectNoHost } from '../store/hostSource';
import { listReleases } from './listReleases';
import { previewRelease } from './previewRelease';
import { prune } from './prune';
import { pull } from './pull';
import type { LoadedArtifact } from '../build/readArtifact';
import type { Release } from '../release/Release';
import { rollback } from './rollback';
import { directoryStore } from '../store/directoryStore';
import { openStore } from '../store/openStore';
import type { Store } from '../store/Store';
import { expectWholeSite } from '../testing/expectWholeSite';
import { NO_S3 } from '../testing/startS3';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { tinyMicora, tinyShell, tinyStudio } from '../testing/tinySite';
import { newBucketAddress, useS3 } from '../testing/useS3';
import { verify } from './verify';

jest.setTimeout(60_000);

const DAY = 86_400_000;

describe('a web host that pulls from a directory', () => pulling(temporaryDirectory));

if (NO_S3) test.skip(`a web host that pulls from a bucket: ${NO_S3}`, () => undefined);
else {
  describe('a web host that pulls from a bucket', () => {
    useS3();
    pulling(() => Promise.resolve(newBucketAddress()));
  });
}

function pulling(newAddress: () => Promise<string>): void {
  let address: string;
  let from: Store;
  let directory: string;
  let host: Store;
  let lines: string[];
  let first: Release;
  const log = (line: string): void => void lines.push(line);
  const put = (...artifacts: LoadedArtifact[]) => deploy({ store: from, artifacts, log: () => undefined });
  const pullFrom = (store: Store) => pull({ from: store, address, to: host, log });
  const everything = async () => (await readdir(directory, { recursive: true })).sort();

  beforeEach(async () => {
    address = await newAddress();
    from = await openStore(address, '/');
    directory = await temporaryDirectory();
    host = directoryStore(directory);
    lines = [];
    first = await put(await tinyShell(), await tinyStudio(), await tinyMicora());
  });

  test('serves what is live there, whole, without what is private', async () => {
    expect((await pullFrom(from)).id).toBe(first.id);
    expect((await expectWholeSite(directory)).id).toBe(first.id);
    expect((await everything()).filter((name) => name.endsWith('server.cjs'))).toEqual([]);
    await verify(host, log);
    expect(lines.at(-1)).toMatch(/is whole: \d+ files\.$/);
    expect((await listReleases(host))[0]).toContain(`live    ${first.id}`);
    expect(await describeRelease(host, first.id)).toEqual(await describeRelease(from, first.id));
  });

  test('fetches nothing twice', async () => {
    await pullFrom(from);
    const asked: string[] = [];
    const watched: Store = { ...from, read: (key) => (asked.push(key), from.read(key)) };
    await pullFrom(watched);
    expect(asked.filter((key) => key.startsWith('assets/') || key.endsWith('.html'))).toEqual([]);
    const second = await put(await tinyMicora('MiCora two'));
    await pullFrom(watched);
    expect((await expectWholeSite(directory)).id).toBe(second.id);
    expect(asked.filter((key) => /^assets\/(?:shell|studio)/.test(key))).toEqual([]);
    await rollback({ store: from, app: 'micora-remote', log });
    asked.length = 0;
    await pullFrom(watched);
    expect((await expectWholeSite(directory)).id).toBe(first.id);
    expect(asked.filter((key) => key.startsWith('assets/') || key.endsWith('.html'))).toEqual([]);
    expect((await host.list('history/')).sort()).toEqual(['1.json', '2.json', '3.json']);
  });

  test('has previews and earlier releases too, complete before they count', async () => {
    const second = await put(await tinyMicora('MiCora two'));
    const seen = await previewRelease({ store: from, artifacts: [await tinyStudio('Home two')], log });
    // One that is just being written.
    await from.write('releases/20261121T101500123Z-1a2b3c4d/index.html', 'half');
    const written: string[] = [];
    const write = host.write.bind(host);
    host.write = (key, content) => (written.push(key), write(key, content));
    await pullFrom(from);
    expect((await expectWholeSite(directory)).id).toBe(second.id);
    expect((await host.list('releases/')).sort()).toEqual([first.id, second.id, seen.id].sort());
    for (const release of [first, second, seen]) {
      const last = written.indexOf(`releases/${release.id}/release.json`);
      const parts = Object.entries(release.apps).map(([app, version]) => `${app}/${version}/`);
      const needed = written.flatMap((key, index) =>
        key.startsWith(`releases/${release.id}/`) || parts.some((part) => key.includes(part)) ? [index] : [],
      );
      expect(needed.at(-1)).toBe(last);
      expect(needed.length).toBeGreaterThan(Object.keys(release.hashes ?? {}).length);
    }
  });

  test.each([
    ['a file of a build', 'routes.js', 'altered'],
    ['a file of a build', 'routes.js', 'missing'],
    ['a compressed form', 'routes.js.br', 'altered'],
    ['a page', 'micora.html.gz', 'altered'],
    ['a page', 'micora.html', 'missing'],
  ])(
    'keeps what it serves if %s of the live release there, %s, is now %s, and follows when it is mended',
    async (_what, name, state) => {
      await pullFrom(from);
      const second = await put(await tinyMicora('MiCora two'));
      const build = `assets/micora-remote/${second.apps['micora-remote']}`;
      const key = `${name.startsWith('routes') ? build : `releases/${second.id}`}/${name}`;
      const before = (await from.read(key)) ?? '';
      if (state === 'altered') await from.write(key, 'something else');
      else await from.remove(key);
      await expect(pullFrom(from)).rejects.toThrow(
        `Release ${second.id} of ${address} is damaged, so nothing has changed here: ${key} ${state === 'altered' ? 'has been altered' : 'is missing'}.`,
      );
      expect((await expectWholeSite(directory)).id).toBe(first.id);
      expect(await host.list('history/')).toEqual(['1.json']);
      await from.write(key, before);
      await pullFrom(from);
      expect((await expectWholeSite(directory)).id).toBe(second.id);
    },
  );

  test('leaves out another release that is damaged', async () => {
    const second = await put(await tinyMicora('MiCora two'));
    await from.write(`releases/${first.id}/index.html`, 'altered');
    await pullFrom(from);
    expect((await expectWholeSite(directory)).id).toBe(second.id);
    expect(lines.join('\n')).toContain(`Release ${first.id} is left out, since it is not whole`);
    expect(await host.read(`releases/${first.id}/release.json`)).toBeUndefined();
  });

  test('removes what has been pruned there, and nothing else', async () => {
    const second = await put(await tinyMicora('MiCora two'));
    await pullFrom(from);
    await prune({ store: from, keepDays: 30, now: new Date(Date.now() + 31 * DAY), log });
    await pullFrom(from);
    expect((await expectWholeSite(directory)).id).toBe(second.id);
    expect(await host.list('releases/')).toEqual([second.id]);
    expect(await host.list('assets/micora-remote/')).toEqual([second.apps['micora-remote']]);
    expect(await host.list('artifacts/micora-remote/')).toEqual([second.apps['micora-remote']]);
    await verify(host, log);
  });

  test('serves one whole release if another one becomes live meanwhile, and has that one next time', async () => {
    await pullFrom(from);
    const second = await put(await tinyMicora('MiCora two'));
    const third = await tinyMicora('MiCora three');
    let meanwhile: Promise<Release> | undefined;
    const moving: Store = {
      ...from,
      async read(key) {
        if (key.includes('/routes.js')) await (meanwhile ??= put(third));
        return from.read(key);
      },
    };
    await pullFrom(moving);
    expect((await expectWholeSite(directory)).id).toBe(second.id);
    await pullFrom(from);
    expect((await expectWholeSite(directory)).id).toBe((await meanwhile)?.id);
  });

  test('serves one whole release while two pulls run at once', async () => {
    await Promise.all([pullFrom(from), pullFrom(from)]);
    const second = await put(await tinyMicora('MiCora two'));
    await Promise.all([pullFrom(from), pullFrom(from)]);
    expect((await expectWholeSite(directory)).id).toBe(second.id);
    await verify(host, log);
  });

  test('changes nothing if the store has no history, or that of another site', async () => {
    const empty = directoryStore(await temporaryDirectory());
    await expect(pullFrom(empty)).rejects.toThrow(`${address} has no history`);
    expect(await everything()).toEqual([]);

    await pullFrom(from);
    const before = await everything();
    await expect(pullFrom(empty)).rejects.toThrow(`${address} has no history`);
    const another = directoryStore(await temporaryDirectory());
    for (const text of ['one', 'two']) {
      const artifacts = [await tinyShell(text), await tinyStudio(text)];
      await deploy({ store: another, artifacts, log });
    }
    await expect(pullFrom(another)).rejects.toThrow(
      'does not continue the history that this host has followed',
    );
    expect(await everything()).toEqual(before);
    expect(await readlink(join(directory, 'live'))).toBe(`releases/${first.id}`);
  });

  test('is never a directory into which somebody deploys', async () => {
    await deploy({ store: host, artifacts: [await tinyShell(), await tinyStudio('Own')], log });
    await expect(pullFrom(from)).rejects.toThrow('The directory is a store of its own');
    await expectNoHost(host, directory);
    directory = await temporaryDirectory();
    host = directoryStore(directory);
    await pullFrom(from);
    await expect(expectNoHost(host, directory)).rejects.toThrow(
      `${directory} is a web host's copy of ${address}: change that one, with --to ${address}.`,
    );
  });
}
