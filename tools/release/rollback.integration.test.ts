import '../testing/renderHere';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { LoadedArtifact } from '../store/readArtifact';
import { readHistory } from './readHistory';
import type { Release } from './Release';
import { directoryStore } from '../store/directoryStore';
import type { Store } from '../store/Store';
import { expectWholeSite } from '../testing/expectWholeSite';
import { readLivePage } from '../testing/readLivePage';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { serveItems, tinyPortfolio, type Item } from '../testing/tinyPortfolio';
import { tinyMicora, tinyShell, tinyStudio } from '../testing/tinySite';
import { deploy } from './deploy';
import { previewRelease } from './previewRelease';
import { deployPreviewed } from '../testing/deployPreviewed';
import { makeLiveAgain } from '../testing/makeLiveAgain';
import { buildsUntilNow } from './rollback';
import { expectWholeStore } from '../testing/expectWholeStore';

jest.setTimeout(60_000);

let directory: string;
let store: Store;
let lines: string[];
let items: Item[];
let backendUrl: string;
const log = (line: string): void => void lines.push(line);

beforeEach(async () => {
  directory = await temporaryDirectory();
  store = directoryStore(directory);
  lines = [];
  items = [{ id: 'abc', title: 'Harbour' }];
  backendUrl = await serveItems(() => items);
});

const put = (...artifacts: LoadedArtifact[]) => deploy({ store, artifacts, backendUrl, log });
const back = (app = 'studio-remote', version?: string) => deploy({ store, back: { app, version }, log });
const live = () => expectWholeSite(directory);
const page = (name: string) => readLivePage(store, name);
const studioOf = ({ apps }: Release) => apps['studio-remote'];

describe('the builds of an app until now', () => {
  const history = (...versions: (string | undefined)[]) =>
    versions.map((version) => (version ? { apps: { app: version, other: 'x' } } : {})).reverse();

  test.each([
    ['as they came', ['1', '2', '3'], ['1', '2', '3']],
    ['each once, however often something else changed', ['1', '1', '2', '2', '2'], ['1', '2']],
    ['without what was taken back', ['1', '2', '3', '2'], ['1', '2']],
    ['down to the first', ['1', '2', '3', '2', '1'], ['1']],
    ['with what came after that', ['1', '2', '3', '2', '4'], ['1', '2', '4']],
    ['with what came again after that', ['1', '2', '3', '2', '3'], ['1', '2', '3']],
    ['without entries that name none', ['1', undefined, '2', undefined], ['1', '2']],
    ['of which there may be none', [], []],
  ])('are named %s', (_how, versions, builds) => {
    expect(buildsUntilNow(history(...versions), 'app')).toEqual(builds);
  });

  test('are those of this app', () => {
    expect(buildsUntilNow(history('1', '2'), 'other')).toEqual(['x']);
    expect(buildsUntilNow(history('1', '2'), 'nobody')).toEqual([]);
  });
});

describe('rollback', () => {
  test('goes back one build further each time, and then says that there is nothing before', async () => {
    const first = await put(await tinyShell(), await tinyStudio('Home one'), await tinyMicora());
    const second = await put(await tinyStudio('Home two'));
    await put(await tinyStudio('Home three'));
    await back();
    expect((await live()).apps).toEqual(second.apps);
    expect(await page('index.html')).toContain('Home two');
    await back();
    expect((await live()).apps).toEqual(first.apps);
    const last = await live();
    await expect(back()).rejects.toThrow(
      `studio-remote has had no version before ${studioOf(first)}: say which one to make live.`,
    );
    expect(await live()).toEqual(last);
    expect((await readHistory(store)).map(({ what }) => what)).toEqual([
      `rollback studio-remote ${studioOf(first)}`,
      `rollback studio-remote ${studioOf(second)}`,
      'deploy studio-remote',
      'deploy studio-remote',
      'deploy shell studio-remote micora-remote',
    ]);
  });

  test('goes to no build that was taken back, whatever came in between', async () => {
    const first = await put(await tinyShell(), await tinyPortfolio('One'), await tinyMicora());
    const second = await put(await tinyPortfolio('Two'));
    const third = await put(await tinyPortfolio('Three'));
    items = [{ id: 'abc', title: 'Harbour two' }];
    await put();
    await back();
    expect(studioOf(await live())).toBe(studioOf(second));
    items = [{ id: 'abc', title: 'Harbour three' }];
    await put();
    const seen = await previewRelease({ store, artifacts: [await tinyMicora('MiCora two')], log });
    await deployPreviewed(store, seen.id);
    await put(await tinyShell('Second shell'));
    await back();
    const now = await live();
    expect(now.apps).toEqual({
      ...seen.apps,
      shell: now.apps.shell,
      'studio-remote': studioOf(first),
    });
    await expect(back()).rejects.toThrow('has had no version before');

    // Whoever makes a release live again goes where it was.
    await makeLiveAgain(store, third.id);
    await back();
    expect(studioOf(await live())).toBe(studioOf(first));
    await makeLiveAgain(store, second.id);
    await makeLiveAgain(store, first.id);
    await expect(back()).rejects.toThrow('has had no version before');
  });

  test('says where it goes, and since when that was live, before it goes', async () => {
    const first = await put(await tinyShell(), await tinyStudio('Home one'));
    const second = await put(await tinyStudio('Home two'));
    lines = [];
    await deploy({ store, back: { app: 'studio-remote' }, dryRun: true, log });
    const [entry] = (await readHistory(store)).slice(1);
    expect(lines[0]).toBe(
      `studio-remote: from ${studioOf(second)} back to ${studioOf(first)}, live since ${entry?.at} by ${entry?.who}`,
    );
    expect((await live()).id).toBe(second.id);
    expect(lines.at(-1)).toContain('Nothing has been written.');
  });

  test('takes over what an earlier release made of the same, and writes none of it', async () => {
    const first = await put(await tinyShell(), await tinyPortfolio('One'), await tinyMicora());
    await put(await tinyPortfolio('Two'));
    await put(await tinyMicora('MiCora two'));
    const before = await store.list('pages/');
    lines = [];
    const now = await back();
    const own = Object.entries(first.pages).filter(([, { app }]) => app === 'studio-remote');
    expect(own).toHaveLength(4);
    for (const [file, made] of own) expect(now.pages[file]).toEqual(made);
    expect(lines.join()).not.toContain('Rendering');
    // What tabs read is all that is new, in three forms.
    expect((await store.list('pages/')).filter((name) => !before.includes(name))).toHaveLength(3);
    expect(await page('projects/abc.html')).toContain('<main>One Harbour</main>');
    await expectWholeStore(store);
  });

  test('never brings old data back', async () => {
    items = [
      { id: 'abc', title: 'Harbour' },
      { id: 'def', title: 'Orchard' },
      { id: 'old', title: 'Secret' },
    ];
    await put(await tinyShell(), await tinyPortfolio('One'), await tinyMicora());
    await put(await tinyPortfolio('Two'));
    items = [
      { id: 'abc', title: 'Harbour two' },
      { id: 'def', title: 'Orchard' },
      { id: 'new', title: 'Garden' },
    ];
    await put();
    const { pages } = await back();
    expect(await page('projects/abc.html')).toContain('<main>One Harbour two</main>');
    expect(await page('projects/def.html')).toContain('<main>One Orchard</main>');
    expect(await page('projects/new.html')).toContain('<main>One Garden</main>');
    expect(await page('projects.html')).toContain('<main>One: Harbour two, Orchard, Garden</main>');
    expect(Object.keys(pages)).not.toContain('projects/old.html');
    for (const file of Object.keys(pages)) expect(await page(file)).not.toContain('Secret');
    await expectWholeStore(store);
  });

  test('of the shell changes every page, and of a remote none of another one', async () => {
    await put(await tinyShell('One'), await tinyPortfolio(), await tinyMicora());
    await put(await tinyShell('Two'));
    const { pages } = await put(await tinyMicora('MiCora two'));
    const now = await back('micora-remote');
    for (const [file, made] of Object.entries(pages)) {
      if (made.app !== 'micora-remote') expect(now.pages[file]).toEqual(made);
    }
    await back('shell');
    for (const file of Object.keys((await live()).pages)) expect(await page(file)).toContain('>One<');
  });

  test('goes to a build by how its version begins', async () => {
    const first = await put(await tinyShell(), await tinyStudio('Home one'));
    await put(await tinyStudio('Home two'));
    const third = await put(await tinyStudio('Home three'));
    await back('studio-remote', studioOf(first)?.slice(0, 6));
    expect(studioOf(await live())).toBe(studioOf(first));
    await back('studio-remote', studioOf(third));
    expect(studioOf(await live())).toBe(studioOf(third));
  });

  test('comes from where it came when it was live, whatever a preview of the same build has said since', async () => {
    const source = (commit: string) => ({ commit, builtAt: '2026-11-21T10:00:00.000Z', node: 'v24' });
    const build = await tinyStudio();
    await put(await tinyShell(), { ...build, origin: source('a'.repeat(40)) });
    await put(await tinyStudio('Home two'));
    const artifacts = [{ ...build, origin: source('b'.repeat(40)) }];
    await previewRelease({ store, artifacts, log });
    const { block } = await back();
    expect(block.builds?.['studio-remote']).toEqual(source('a'.repeat(40)));
  });

  test('refuses what it cannot do, and says why', async () => {
    await expect(back()).rejects.toThrow('studio-remote is not live: there is nothing to take back.');
    const first = await put(await tinyShell(), await tinyStudio());
    await expect(back()).rejects.toThrow(`has had no version before ${studioOf(first)}`);
    await expect(back('studio-remote', 'zz')).rejects.toThrow('no version of studio-remote zz');
    await expect(back('nobody')).rejects.toThrow('nobody is not live');
    await expect(back('studio-remote', '')).rejects.toThrow('has had no version before');
    expect((await live()).id).toBe(first.id);

    const second = await put(await tinyStudio('Home two'));
    await store.remove(`artifacts/studio-remote/${studioOf(first)}/artifact.json`);
    await store.remove(`artifacts/studio-remote/${studioOf(first)}/server.cjs`);
    await expect(back()).rejects.toThrow(
      /^studio-remote \w+, live since .*, has been removed by prune\. Name another version/,
    );
    expect((await live()).id).toBe(second.id);
  });
});
