import { describe, expect, test } from '@jest/globals';
import type { PageManifest, ReleaseRemote } from '@site/shared/contract';
import type { LiveRelease } from './createLiveRelease';
import { createRouteFinder } from './createRouteFinder';
import { loaded, micora, releaseManifest, studio, unanswered } from '../../testing/liveRelease';
import { pageRoute } from '../../testing/pageRoute';

const manifest: PageManifest = { shell: 'c1', remote: studio };
const routes = [pageRoute('Home', '/'), pageRoute('About', '/about'), pageRoute('Work', '/work/:id')];
const newer = (remote: ReleaseRemote): ReleaseRemote => ({ ...remote, version: 'z9' });

async function find(pathname: string, live: LiveRelease = loaded(), page: PageManifest = manifest) {
  let owner: ReleaseRemote | undefined;
  const load = (remote: ReleaseRemote) => {
    owner = remote;
    return Promise.resolve([]);
  };
  const found = await createRouteFinder(page, page.remote ? routes : [], live, load)(pathname);
  return found === routes ? page.remote : owner;
}

describe('a tab whose release is live', () => {
  test.each([
    ['/work/abc', studio],
    ['/nowhere', studio],
    ['/micora/tos', micora],
  ])('the routes for %s come from the remote that owns the path', async (pathname, owner) => {
    expect(await find(pathname)).toBe(owner);
    // A tab that shows the 404 page has no remote of its own, but finds the same owner.
    expect(await find(pathname, loaded(), { shell: 'c1' })).toBe(owner);
  });

  test('no request is needed for a path that can belong only to the page’s remote', async () => {
    expect(await find('/about', unanswered())).toBe(studio);
  });

  test('the live release is needed for a path that may belong to another remote', async () => {
    for (const path of ['/work/abc', '/micora'])
      await expect(find(path, unanswered())).rejects.toThrow('lost');
    const work: ReleaseRemote = { ...micora, name: 'work', mount: '/work/abc' };
    expect(await find('/work/abc', loaded(releaseManifest({ remotes: [studio, work] })))).toBe(work);
  });

  test('a path outside all mounts belongs to no remote', async () => {
    const other: PageManifest = { shell: 'c1', remote: micora };
    expect(await find('/elsewhere', loaded(releaseManifest({ remotes: [micora] })), other)).toBeUndefined();
  });
});

describe('a tab that is older than the live release', () => {
  const live = loaded(releaseManifest({ remotes: [newer(studio), newer(micora)] }));
  const otherShell = loaded(releaseManifest({ shell: 'c2' }));

  test('loaded remotes are kept, and other remotes come from the live release', async () => {
    for (const path of ['/about', '/work/abc']) expect(await find(path, live)).toBe(studio);
    expect(await find('/work/abc', otherShell)).toBe(studio);
    expect(await find('/micora', live)).toEqual(newer(micora));
  });

  test('if the tab’s build lacks a page, the route finder throws, so that a full load follows', async () => {
    await expect(find('/new', live)).rejects.toThrow('/new');
  });

  test('loads no other remote if the tab has an outdated shell', async () => {
    for (const path of ['/micora', '/micora/nowhere']) {
      await expect(find(path, otherShell)).rejects.toThrow(path);
      await expect(find(path, otherShell, { shell: 'c1' })).rejects.toThrow(path);
    }
  });
});
