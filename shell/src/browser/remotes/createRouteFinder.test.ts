import { describe, expect, test } from '@jest/globals';
import type { PageManifest, ReleaseRemote } from '@site/shared/remote';
import type { LiveRelease } from './createLiveRelease';
import { createRouteFinder } from './createRouteFinder';
import { loaded, micora, releaseManifest, studio, unanswered } from '../../testing/liveRelease';
import { pageRoute } from '../../testing/pageRoute';

const manifest: PageManifest = { shell: 'c1', remote: studio };
const routes = [pageRoute('Home', '/'), pageRoute('About', '/about'), pageRoute('Work', '/work/:id')];
const newer = (remote: ReleaseRemote): ReleaseRemote => ({ ...remote, version: 'z9' });

/** The remote whose routes are found. */
async function find(pathname: string, live: LiveRelease = loaded(), of: PageManifest = manifest) {
  let owner: ReleaseRemote | undefined;
  const load = (remote: ReleaseRemote) => {
    owner = remote;
    return Promise.resolve([]);
  };
  const found = await createRouteFinder(of, of.remote ? routes : [], live, load)(pathname);
  return found === routes ? of.remote : owner;
}

describe('the owner of a path', () => {
  test.each([
    ['/work/abc', studio],
    ['/nowhere', studio],
    ['/micora/tos', micora],
  ])('of %s in the tab’s own release', async (pathname, owner) => {
    expect(await find(pathname)).toBe(owner);
    // The 404 page has no remote of its own.
    expect(await find(pathname, loaded(), { shell: 'c1' })).toBe(owner);
  });

  test('of an own page is known without a request, unless another remote may own it', async () => {
    expect(await find('/about', unanswered())).toBe(studio);
    for (const path of ['/work/abc', '/micora'])
      await expect(find(path, unanswered())).rejects.toThrow('lost');
    const work: ReleaseRemote = { ...micora, name: 'work', mount: '/work/abc' };
    expect(await find('/work/abc', loaded(releaseManifest({ remotes: [studio, work] })))).toBe(work);
  });

  test('is none outside all mounts', async () => {
    const other: PageManifest = { shell: 'c1', remote: micora };
    expect(await find('/elsewhere', loaded(releaseManifest({ remotes: [micora] })), other)).toBeUndefined();
  });
});

describe('a tab that is older than the live release', () => {
  const live = loaded(releaseManifest({ remotes: [newer(studio), newer(micora)] }));
  const otherShell = loaded(releaseManifest({ shell: 'c2' }));

  test('keeps its loaded remotes, and loads new ones from the live release', async () => {
    for (const path of ['/about', '/work/abc']) expect(await find(path, live)).toBe(studio);
    expect(await find('/work/abc', otherShell)).toBe(studio);
    expect(await find('/micora', live)).toEqual(newer(micora));
  });

  test('leaves a page that its own build lacks to a full load', async () => {
    await expect(find('/new', live)).rejects.toThrow('/new');
  });

  test('with another shell loads no other remote', async () => {
    for (const path of ['/micora', '/micora/nowhere']) {
      await expect(find(path, otherShell)).rejects.toThrow(path);
      await expect(find(path, otherShell, { shell: 'c1' })).rejects.toThrow(path);
    }
  });
});
