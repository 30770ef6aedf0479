import '../testing/renderHere';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { repetitions } from '@site/backend/testing/repetitions';
import { expectWholePreview } from '../testing/expectWholePreview';
import { folderStore } from '../store/folderStore';
import type { LoadedBuild } from '../store/readBuild';
import type { Store } from '../store/Store';
import { memoryStore } from '../testing/memoryStore';
import { simulatedClock } from '../testing/simulatedClock';
import { pruneLater } from '../testing/pruneLater';
import { steppedStore } from '../testing/steppedStore';
import { BAD, tinyPortfolio } from '../testing/tinyPortfolio';
import { tinyMicora, tinyRemote, tinyShell } from '../testing/tinySite';
import { useTinySite } from '../testing/useTinySite';
import { listPreviews } from './listPreviews';
import { previewRelease } from './previewRelease';
import { listNumbers, liveRelease } from './readReleases';
import { endOldPreviews, removePreview } from './removePreview';

const DAY = 86_400_000;
const LABEL = /^pr-12-[\da-f]{32}$/;

const site = useTinySite();
let previews: Store;
let clock: ReturnType<typeof simulatedClock>;
beforeEach(() => {
  previews = memoryStore();
  clock = simulatedClock();
});

const preview = (builds: LoadedBuild[], more: Partial<Parameters<typeof previewRelease>[0]> = {}) =>
  previewRelease({
    store: site.store,
    previews,
    builds,
    name: 'pr-12',
    backendUrl: site.backendUrl,
    log: site.log,
    ...more,
  });
async function makeLabel(...builds: LoadedBuild[]): Promise<string> {
  const made = await preview(builds);
  if (!made) throw new Error('There is nothing to preview.');
  return made.label;
}
const shown = (label: string) => expectWholePreview(previews, label);
async function readText(label: string, file: string): Promise<string> {
  const store = folderStore(previews, label);
  const { pages = {}, files = {} } = (await liveRelease(store)) ?? {};
  return String(await store.read(`pages/${pages[file]?.content ?? files[file]}`));
}
const contents = async (store: Store) =>
  Promise.all(
    (await store.list('', { deep: true })).map(async ({ key }) => [key, String(await store.read(key))]),
  );
const newestIn = async (store: Store) => (await listNumbers(store))[0] ?? 0;

describe('§9 a preview', () => {
  test('a preview is a release in a secret folder, and leaves the live store unchanged', async () => {
    const before = await contents(site.store);
    const made = await preview([tinyMicora('MiCora two')]);
    expect(made?.label).toMatch(LABEL);
    expect(made?.release).toMatchObject({ preview: ['micora-remote'], base: site.first.id });
    expect(await listPreviews(previews)).toEqual([made?.label]);
    expect(await contents(site.store)).toEqual(before);
    const label = made?.label ?? '';
    expect((await shown(label)).builds).toEqual(made?.release.builds);
    expect(await readText(label, 'micora.html')).toContain('<main>MiCora two</main>');
    expect((await site.live()).id).toBe(site.first.id);
  });

  test('a preview has only the pages that differ, and its own release.json', async () => {
    const label = await makeLabel(tinyMicora('MiCora two'));
    const { id, pages, files, builds } = await shown(label);
    expect(Object.keys(pages)).toEqual(['micora.html']);
    expect(Object.keys(files)).not.toContain('robots.txt');
    expect(builds['studio-remote']).toEqual(site.first.builds['studio-remote']);
    expect(JSON.parse(await readText(label, 'release.json'))).toMatchObject({ id, preview: true });
    const whole = await shown(await makeLabel(tinyShell('Seen')));
    expect(Object.keys(whole.pages).sort()).toEqual(Object.keys(site.first.pages).sort());
  });

  test.each([
    ['the edited app', () => tinyPortfolio('Seen')],
    ['another app', () => tinyMicora('MiCora seen')],
    ['a new shell', () => tinyShell('Seen')],
  ])('a preview of %s stays as it was made, whatever happens to the live site', async (_whose, build) => {
    const label = await makeLabel(build());
    const before = await contents(folderStore(previews, label));
    const { answers } = await shown(label);
    expect(Object.keys(answers)).toEqual(Object.keys(site.first.answers));
    site.items = [
      { id: 'abc', title: 'Quay' },
      { id: 'new', title: 'Pier' },
    ];
    await site.put(tinyShell('Three'), tinyPortfolio('Three'), tinyMicora('Three'));
    await pruneLater(40, { store: site.store, keepDays: 1, log: site.log });
    await shown(label);
    expect(await contents(folderStore(previews, label))).toEqual(before);
  });

  test('a preview has no version of a page that cannot be rendered', async () => {
    site.items = [{ id: 'abc', title: BAD }];
    const made = await preview([tinyPortfolio('Seen')]);
    expect(Object.keys(made?.release.behind ?? {})).toEqual(['projects/abc.html']);
    expect(Object.keys(made?.release.pages ?? {})).not.toContain('projects/abc.html');
    await shown(made?.label ?? '');
  });

  test('a preview lacks the pages that its app no longer has', async () => {
    const label = await makeLabel(tinyRemote({ pages: { '/': `return 'Seen'` } }));
    expect(Object.keys((await shown(label)).pages)).toEqual(['index.html']);
  });

  test('a preview replaces an earlier one of the same name, at the same address', async () => {
    const first = await makeLabel(tinyMicora('MiCora two'));
    const other = await preview([tinyMicora('MiCora two')], { name: 'pr-1' });
    await site.put(tinyPortfolio('Work'));
    const live = await site.live();
    const second = await preview([tinyMicora('MiCora three')]);
    expect(second).toMatchObject({
      label: first,
      release: { base: live.id, builds: { shell: live.builds.shell } },
    });
    expect(await readText(first, 'micora.html')).toContain('MiCora three');
    expect(await readText(other?.label ?? '', 'micora.html')).toContain('MiCora two');
    expect(await newestIn(folderStore(previews, first))).toBe(2);
  });

  test('a preview is removed with its whole folder, by its name or label', async () => {
    const label = await makeLabel(tinyMicora('MiCora two'));
    await preview([tinyMicora('MiCora two')], { name: 'pr-1' });
    await removePreview(previews, 'pr-12', site.log);
    expect(site.lines.at(-1)).toBe(`Preview ${label} is removed.`);
    const [other = ''] = await listPreviews(previews);
    expect((await previews.list('', { deep: true })).every(({ key }) => key.startsWith(`${other}/`))).toBe(
      true,
    );
    await removePreview(previews, 'pr-12', site.log);
    expect(site.lines.at(-1)).toBe('There is no preview named pr-12.');
    await removePreview(previews, other, site.log);
    expect(await previews.list('', { deep: true })).toEqual([]);
  });

  test('a new preview removes previews that are older than 30 days', async () => {
    const old = await makeLabel(tinyMicora('MiCora two'));
    await previews.write('probes/killed', 'first');
    await clock.jump(29 * DAY);
    const young = (await preview([tinyMicora('MiCora two')], { name: 'pr-1' }))?.label ?? '';
    expect(await listPreviews(previews)).toEqual([young, old]);
    await clock.jump(2 * DAY);
    await endOldPreviews(previews, site.log, { dryRun: true });
    expect(await listPreviews(previews)).toEqual([young, old]);
    const again = await preview([tinyMicora('MiCora three')], { name: 'pr-1' });
    expect(again?.label).toBe(young);
    expect(await listPreviews(previews)).toEqual([young]);
    expect(await previews.list('')).toEqual([young]);
    expect(site.lines).toContain(`Preview ${old} is removed: it is older than 30 days.`);
  });

  test('a preview that is removed while it is made is not shown, leaves nothing, and says so', async () => {
    let isRemoved = false;
    const disturbed = steppedStore(previews, async (step, key) => {
      if (!step.startsWith('create ') || !key.endsWith('/releases/1.json.gz') || isRemoved) return;
      isRemoved = true;
      await removePreview(previews, 'pr-12', site.log);
    });
    await expect(preview([tinyMicora('Two')], { previews: disturbed })).rejects.toThrow(
      'The preview pr-12 was removed while it was being made, so it is not shown.',
    );
    expect(isRemoved).toBe(true);
    expect(await previews.list('', { deep: true })).toEqual([]);
  });

  test('a preview of live builds is not made, and an earlier one of the same name is removed', async () => {
    for (const same of [[tinyMicora()], []]) {
      await preview([tinyMicora('MiCora two')]);
      expect(await preview(same)).toBeUndefined();
      expect(site.lines.join('\n')).toContain(`Nothing to preview: the live release ${site.first.id}`);
      expect(await previews.list('', { deep: true })).toEqual([]);
    }
  });

  test('a preview needs a live release', async () => {
    await expect(preview([tinyMicora()], { store: memoryStore() })).rejects.toThrow();
  });
});

test.each([false, true])(
  'a half-made preview is never shown after a crash (with an earlier preview: %s)',
  async (hasEarlier) => {
    const seen = new Set<string>();
    let isDead = true;
    for (let killAt = 1; isDead; killAt += repetitions(4, 1)) {
      previews = memoryStore();
      if (hasEarlier) await preview([tinyMicora('MiCora one')]);
      let step = 0;
      const mortal = steppedStore(previews, () => {
        if (++step >= killAt) throw new Error('killed');
      });
      isDead = await preview([tinyMicora('MiCora two')], { previews: mortal }).then(
        () => false,
        () => true,
      );
      const [label = ''] = await listPreviews(previews);
      const isShown = label !== '' && (await newestIn(folderStore(previews, label))) > 0;
      if (isShown) await shown(label);
      seen.add(isShown ? (/MiCora \w+/.exec(await readText(label, 'micora.html'))?.[0] ?? '') : 'nothing');
      await makeLabel(tinyMicora('MiCora three'));
      expect(await readText((await listPreviews(previews))[0] ?? '', 'micora.html')).toContain(
        'MiCora three',
      );
    }
    expect([...seen]).toEqual([hasEarlier ? 'MiCora one' : 'nothing', 'MiCora two']);
  },
  60_000,
);

test('a preview is complete even if the live store is pruned before each of its steps', async () => {
  await site.put(tinyPortfolio('Two'));
  await site.put(tinyMicora('MiCora one'));
  let pruned = 0;
  const store = steppedStore(site.store, async () => {
    pruned += 1;
    await pruneLater(40, { store: site.store, keepDays: 1, atOnce: true });
  });
  const made = await preview([tinyMicora('MiCora two')], { store });
  expect(pruned).toBeGreaterThan(10);
  expect(await site.store.list('releases/')).toEqual(['3.json.gz']);
  await shown(made?.label ?? '');
  await site.live();
});

test('a half-removed preview is never shown after a crash', async () => {
  const label = await makeLabel(tinyMicora('MiCora two'));
  await preview([tinyMicora('MiCora three')]);
  for (let killAt = 2; (await listPreviews(previews)).length > 0; killAt += 1) {
    let step = 0;
    const mortal = steppedStore(previews, (kind) => {
      if (kind.startsWith('remove') && ++step >= killAt) throw new Error('killed');
    });
    await removePreview(mortal, 'pr-12', site.log).catch(() => undefined);
    if ((await newestIn(folderStore(previews, label))) > 0) await shown(label);
  }
  expect(await previews.list('', { deep: true })).toEqual([]);
});
