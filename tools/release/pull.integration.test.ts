import '../testing/renderHere';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { readdir } from 'node:fs/promises';
import { deploy } from './deploy';
import { describeRelease } from '../cli/describeRelease';
import { refusePulledStore } from '../store/pullSource';
import { listReleases } from '../cli/listReleases';
import { previewRelease } from './previewRelease';
import { prune } from './prune';
import { pull } from './pull';
import type { LoadedArtifact } from '../store/readArtifact';
import { releaseKey } from './readRelease';
import { buildsOf, contentsOf, type Release } from './Release';
import { rollback } from './rollback';
import { directoryStore } from '../store/directoryStore';
import { openStore } from '../store/openStore';
import type { Store } from '../store/Store';
import { expectWholeSite } from '../testing/expectWholeSite';
import { sharedSite } from '../testing/sharedSite';
import { NO_S3 } from '../testing/startS3';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { tinyMicora, tinyShell, tinyStudio } from '../testing/tinySite';
import { newBucketAddress, useS3 } from '../testing/useS3';
import { verify } from './verify';
import { withdraw } from './withdraw';

jest.setTimeout(60_000);

const DAY = 86_400_000;

const begin = sharedSite(async (store) => {
  const artifacts = [await tinyShell(), await tinyStudio(), await tinyMicora()];
  return deploy({ store, artifacts, log: () => undefined });
});

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
    first = await begin(from);
  });

  test('serves what is live there, whole, without what is private', async () => {
    expect((await pullFrom(from)).id).toBe(first.id);
    expect((await expectWholeSite(directory)).id).toBe(first.id);
    expect((await everything()).filter((name) => name.endsWith('server.cjs'))).toEqual([]);
    await verify(host, log);
    expect(lines.at(-1)).toMatch(/is whole: \d+ files\.$/);
    expect((await listReleases(host))[0]).toContain(`live     ${first.id}`);
    expect(await describeRelease(host, first.id)).toEqual(await describeRelease(from, first.id));
  });

  test('fetches nothing twice', async () => {
    await pullFrom(from);
    const asked: string[] = [];
    const watched: Store = { ...from, read: (key) => (asked.push(key), from.read(key)) };
    const fetched = () => asked.filter((key) => /^(?:assets|pages)\//.test(key));
    await pullFrom(watched);
    expect(fetched()).toEqual([]);
    const second = await put(await tinyMicora('MiCora two'));
    await pullFrom(watched);
    expect((await expectWholeSite(directory)).id).toBe(second.id);
    const isNew = (content: string) => !contentsOf(first).some(([, before]) => before === content);
    const contents = contentsOf(second).flatMap(([, content]) => (isNew(content) ? [content] : []));
    // Its own page, its manifest and what tabs read, each in three forms; and nothing of the other apps' builds.
    expect(
      fetched()
        .filter((key) => key.startsWith('pages/'))
        .sort(),
    ).toEqual(
      contents.flatMap((content) => ['', '.br', '.gz'].map((form) => `pages/${content}${form}`)).sort(),
    );
    expect(contents).toHaveLength(3);
    expect(asked.filter((key) => /^assets\/(?:shell|studio)/.test(key))).toEqual([]);
    const back = await rollback({ store: from, app: 'micora-remote', log });
    asked.length = 0;
    await pullFrom(watched);
    expect(await expectWholeSite(directory)).toEqual(back);
    expect(back.pages).toEqual(first.pages);
    const block = `pages/${back.files['release.json']}`;
    expect(fetched().sort()).toEqual(['', '.br', '.gz'].map((form) => block + form));
    expect((await host.list('history/')).sort()).toEqual(['1.json', '2.json', '3.json']);
  });

  test('has previews, and the builds that open tabs are on, too, complete before they count', async () => {
    const second = await put(await tinyMicora('MiCora two'));
    const seen = await previewRelease({ store: from, artifacts: [await tinyStudio('Home two')], log });
    // One that is just being written.
    await from.write(`pages/${'0'.repeat(64)}`, 'half');
    const written: string[] = [];
    const write = host.write.bind(host);
    host.write = (key, content) => (written.push(key), write(key, content));
    await pullFrom(from);
    expect((await expectWholeSite(directory)).id).toBe(second.id);
    expect(await host.list('previews/')).toEqual([`${seen.id}.json`]);
    expect(await host.list('releases/')).toEqual([`${second.id}.json`]);
    expect(await host.read(`pages/${'0'.repeat(64)}`)).toBeUndefined();
    const shown = await host.read(`pages/${seen.pages['index.html']?.content}`);
    expect(String(shown)).toContain('<main>Home two</main>');
    for (const release of [second, seen]) {
      const last = written.indexOf(releaseKey(release.id));
      const needed = [
        ...contentsOf(release).map(([, content]) => `pages/${content}`),
        ...[...buildsOf(release)].map((build) => `artifacts/${build}/artifact.json`),
      ].map((key) => written.indexOf(key));
      expect(Math.min(...needed)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...needed)).toBeLessThan(last);
    }
    // The first release's build of MiCora is no part of either.
    expect((await host.list('assets/micora-remote/')).sort()).toEqual(
      [first, second].map(({ apps }) => apps['micora-remote']).sort(),
    );
    await withdraw({ store: from, id: seen.id, log });
    await pullFrom(from);
    expect(await host.list('previews/')).toEqual([]);
  });

  test.each([
    ['a file of a build', 'routes.js', 'altered'],
    ['a file of a build', 'routes.js', 'missing'],
    ['a compressed form', 'routes.js.br', 'altered'],
    ['the description of a build', 'artifact.json', 'altered'],
    ['a page', 'micora.html.gz', 'altered'],
    ['a page', 'micora.html', 'missing'],
  ])(
    'keeps what it serves if %s of the live release there, %s, is now %s, and follows when it is mended',
    async (_what, name, state) => {
      await pullFrom(from);
      const second = await put(await tinyMicora('MiCora two'));
      const build = `assets/micora-remote/${second.apps['micora-remote']}`;
      const page = `pages/${name.replace('micora.html', second.pages['micora.html']?.content ?? '')}`;
      const ofBuild = {
        'routes.js': build,
        'routes.js.br': build,
        'artifact.json': build.replace('assets', 'artifacts'),
      };
      const folder = (ofBuild as Record<string, string>)[name];
      const key = folder ? `${folder}/${name}` : page;
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

  test('leaves out a preview and a build of another release that are damaged', async () => {
    const second = await put(await tinyMicora('MiCora two'));
    const seen = await previewRelease({ store: from, artifacts: [await tinyStudio('Home two')], log });
    const old = `micora-remote/${first.apps['micora-remote']}`;
    await from.write(`pages/${seen.pages['index.html']?.content}`, 'altered');
    await from.write(`assets/${old}/routes.js`, 'altered');
    await pullFrom(from);
    expect((await expectWholeSite(directory)).id).toBe(second.id);
    expect(lines.join('\n')).toContain(`Preview ${seen.id} is left out, since it is not whole`);
    expect(lines.join('\n')).toContain(`${old} is left out, since it is not whole`);
    expect(await host.list('previews/')).toEqual([]);
    expect(await host.read(`artifacts/${old}/artifact.json`)).toBeUndefined();
  });

  test('removes what has been pruned there, and nothing else', async () => {
    await pullFrom(from);
    const second = await put(await tinyMicora('MiCora two'));
    await pullFrom(from);
    expect(await host.list('releases/')).toHaveLength(2);
    await prune({ store: from, keepDays: 30, now: new Date(Date.now() + 31 * DAY), log });
    await pullFrom(from);
    expect((await expectWholeSite(directory)).id).toBe(second.id);
    expect(await host.list('releases/')).toEqual([`${second.id}.json`]);
    expect((await host.list('pages/')).sort()).toEqual((await from.list('pages/')).sort());
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
  });

  test('is never a directory into which somebody deploys', async () => {
    await deploy({ store: host, artifacts: [await tinyShell(), await tinyStudio('Own')], log });
    await expect(pullFrom(from)).rejects.toThrow('The directory is a store of its own');
    await refusePulledStore(host, directory);
    directory = await temporaryDirectory();
    host = directoryStore(directory);
    await pullFrom(from);
    await expect(refusePulledStore(host, directory)).rejects.toThrow(
      `${directory} is a web host's copy of ${address}: change that one, with --to ${address}.`,
    );
  });
}
