import { describe, expect, jest, test } from '@jest/globals';
import type { PageManifest, ReleaseRemote } from '@site/shared/remote';
import { createRemoteResolver } from './createRemoteResolver';
import type { LiveRelease } from './createLiveRelease';
import { loaded, releaseManifest, unanswered } from '../../testing/liveRelease';
import { pageRoute } from '../../testing/pageRoute';
import { micora, studio } from '../../testing/releaseRemotes';

const manifest: PageManifest = { shell: 'c1', remote: studio };
const routes = [pageRoute('Home', '/'), pageRoute('About', '/about'), pageRoute('Work', '/work/:id')];
const newer = (remote: ReleaseRemote): ReleaseRemote => ({ ...remote, version: 'z9' });

const find = (pathname: string, live: LiveRelease = loaded(), of: PageManifest = manifest) =>
  createRemoteResolver(of, of.remote ? routes : [], live)(pathname);

describe('the owner of a path', () => {
  test.each([
    ['/', studio],
    ['/about', studio],
    ['/work/abc', studio],
    ['/nowhere', studio],
    ['/micora', micora],
    ['/micora/tos', micora],
  ])('of %s in the tab’s own release', async (pathname, owner) => {
    expect(await find(pathname)).toBe(owner);
  });

  test('of a page of one’s own needs nobody’s answer, unless another remote may lie there', async () => {
    expect(await find('/about', unanswered())).toBe(studio);
    await expect(find('/work/abc', unanswered())).rejects.toThrow('lost');
    const work: ReleaseRemote = { ...micora, name: 'work', mount: '/work/abc' };
    expect(await find('/work/abc', loaded(releaseManifest({ remotes: [studio, work] })))).toBe(work);
  });

  test('cannot be found while nobody says what is live', async () => {
    await expect(find('/micora', unanswered())).rejects.toThrow('lost');
  });

  test('is nobody where no mount contains it, and for that alone', async () => {
    const other: PageManifest = { shell: 'c1', remote: micora };
    expect(await find('/elsewhere', loaded(releaseManifest({ remotes: [micora] })), other)).toBeUndefined();
  });

  test('is any remote for the 404 page, which has none of its own', async () => {
    const own: PageManifest = { shell: 'c1' };
    expect(await find('/about', loaded(), own)).toBe(studio);
    expect(await find('/micora', loaded(), own)).toBe(micora);
  });
});

describe('a tab that is older than the live release', () => {
  const live = loaded(releaseManifest({ remotes: [newer(studio), newer(micora)] }));
  const otherShell = loaded(releaseManifest({ shell: 'c2' }));

  test('takes a remote that it needs for the first time from there', async () => {
    expect(await find('/micora', live)).toEqual(newer(micora));
  });

  test('keeps what it has loaded', async () => {
    expect(await find('/about', live)).toBe(studio);
    expect(await find('/work/abc', live)).toBe(studio);
    expect(await find('/work/abc', otherShell)).toBe(studio);
  });

  test('leaves a page that its own build has not to a full load', async () => {
    await expect(find('/new', live)).rejects.toThrow('/new');
  });

  test.each(['/micora', '/micora/nowhere'])(
    'with another shell loads no other remote: %s',
    async (pathname) => {
      await expect(find(pathname, otherShell)).rejects.toThrow(pathname);
      await expect(find(pathname, otherShell, { shell: 'c1' })).rejects.toThrow(pathname);
    },
  );

  test('asks once for all that it needs', async () => {
    const { load } = loaded();
    const asked = jest.fn(load);
    const resolveRemote = createRemoteResolver(manifest, routes, { ...loaded(), load: asked });
    await resolveRemote('/about');
    expect(asked).not.toHaveBeenCalled();
    await resolveRemote('/micora');
    expect(asked).toHaveBeenCalledTimes(1);
  });
});
