import './renderHere';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import { storePicture } from '../pictures/storePicture';
import { auditBuild, auditStore, listNeeded, listUnneeded } from './auditStore';
import { auditedFiles } from './expectWholeStore';
import { tinyPicture } from './tinyPicture';
import { tinyPortfolio } from './tinyPortfolio';
import { useTinySite } from './useTinySite';

const site = useTinySite();
const audit = () => auditStore(auditedFiles(site.store));
const keys = async () => (await site.store.list('', { deep: true })).map(({ key }) => key).sort();

beforeEach(async () => {
  const origin = { builtAt: '2026-11-21T10:15:00Z', node: 'v24.1.0' };
  const built = { ...tinyPortfolio('Work'), origin, maps: gzipSync('{"routes.js":{}}') };
  site.items = [{ id: 'abc', title: 'Harbour', images: ['one.jpg'] }];
  await site.put(built);
  await storePicture(site.store, tinyPicture.name, tinyPicture.copies);
});

/**
 * The kinds of files in a store. `ifRemoved` is what the audit finds if a file of this kind is removed from the live
 * release; undefined if the audit finds no problem.
 */
const KINDS: [kind: string, pattern: RegExp, ifRemoved: string | undefined][] = [
  ['release', /^releases\/2\.json\.gz$/, 'the first release is live'],
  ['page', /^pages\/\w+$/, 'is missing'],
  ['page in Brotli', /^pages\/\w+\.br$/, 'is missing'],
  ['page in gzip', /^pages\/\w+\.gz$/, 'is missing'],
  ['data', /^data\//, 'is missing'],
  ['description of a build', /^builds\/.*\/build\.json$/, 'is missing'],
  ['server bundle', /^builds\/.*\/server\.cjs$/, 'is missing'],
  ['origin of a build', /^builds\/.*\/origin\.json$/, undefined],
  ['source maps of a build', /^builds\/.*\/maps\.json\.gz$/, undefined],
  ['file for browsers', /^assets\/(?!pictures).*\.(?:js|css|json|png|ico)$/, 'is missing'],
  ['file for browsers in Brotli', /^assets\/.*\.br$/, 'is missing'],
  ['file for browsers in gzip', /^assets\/.*\.gz$/, 'is missing'],
  ['copy of a picture', /^assets\/pictures\//, 'is missing'],
  ['marker of a picture', /^pictures\//, undefined],
];

/** Matches files whose hash is known. In all other files, the audit detects only changes that make them unreadable. */
const HASHED = /^(?:pages|data|assets)\/|\/(?:build\.json|server\.cjs)$/;

describe('the audit of a store', () => {
  test('finds no problem in an intact store, which contains only these kinds of files', async () => {
    const { live, problems } = await audit();
    expect(problems).toEqual([]);
    expect(live?.manifest).toEqual(await site.live());
    const unknown = (await keys()).filter((key) => !KINDS.some(([, pattern]) => pattern.test(key)));
    expect(unknown).toEqual(['releases/1.json.gz']);
  });

  test.each(KINDS)(
    'finds each %s that is removed, and each that is altered',
    async (_kind, pattern, removed) => {
      const { live } = await audit();
      const needed = live ? await listNeeded(auditedFiles(site.store), live) : [];
      const named = new Set(['releases/2.json.gz', ...needed]);
      const own = (await keys()).filter((key) => named.has(key) && pattern.test(key));
      expect(own.length).toBeGreaterThan(0);
      for (const key of own) {
        const content = (await site.store.read(key)) as Buffer;
        await site.store.remove(key);
        const without = await audit();
        if (removed === 'the first release is live') expect(without.live?.id).toBe(site.first.id);
        else if (removed) expect(without.problems).toContain(`${key} ${removed}`);
        else expect(without.problems).toEqual([]);

        for (const altered of [content.subarray(0, -1), ...(HASHED.test(key) ? [flipped(content)] : [])]) {
          await site.store.write(key, altered);
          expect((await audit()).problems).toContain(`${key} has been altered`);
        }
        await site.store.write(key, content);
      }
      expect((await audit()).problems).toEqual([]);
    },
  );

  test('finds that a page names a file that its build does not have', async () => {
    const { live } = await audit();
    const hash = live?.contents.get('index.html');
    const build = `micora-remote/${live?.apps['micora-remote']}`;
    expect(await auditBuild(auditedFiles(site.store), build)).toEqual([]);
    const html = `${String(await site.store.read(`pages/${hash}`))}<img src="/assets/${build}/gone.png">`;
    await site.store.write(`pages/${hash}`, html);
    expect((await audit()).problems).toContain(
      `assets/${build}/gone.png is missing, and index.html names it`,
    );
  });

  test('finds files that no release needs', async () => {
    expect(await listUnneeded(auditedFiles(site.store))).toEqual([]);
    const lost = [
      'assets/shell/0/a.js',
      'builds/shell/0/server.cjs',
      'data/0.json.gz',
      'pages/0.br',
      'pictures/a.json',
    ];
    for (const key of lost) await site.store.write(key, '0');
    expect(await listUnneeded(auditedFiles(site.store))).toEqual(lost);
  });
});

function flipped(content: Buffer): Buffer {
  const copy = Buffer.from(content);
  const at = Math.floor(copy.length / 2);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}
