import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { PageManifest, ReleaseManifest } from '@site/shared/remote';
import type { LiveRelease } from './remotes/createLiveRelease';
import { reloadIfOutdated } from './reloadIfOutdated';
import { releaseManifest, unanswered } from '../testing/liveRelease';
import { micora, studio } from '../testing/releaseRemotes';

const load = jest.fn<LiveRelease['load']>();
const live: LiveRelease = { ...unanswered(), load };
const reload = jest.fn<() => void>();
let loadedBy: string[];

/** A page that was made of some builds. */
function openPage(manifest: PageManifest): void {
  document.body.innerHTML = `
    <script type="application/json" id="page">${JSON.stringify(manifest)}</script>
    <fieldset disabled><input><textarea></textarea></fieldset>`;
}

const otherShell = releaseManifest({ shell: 'c2' });
const otherStudio = releaseManifest({ remotes: [{ ...studio, version: 'z9' }, micora] });

beforeEach(() => {
  load.mockReset().mockResolvedValue(otherShell);
  reload.mockReset();
  loadedBy = ['navigate'];
  // jsdom does not know how a document was loaded.
  Object.assign(performance, { getEntriesByType: () => loadedBy.map((type) => ({ type })) });
  openPage({ shell: 'c1', remote: studio });
});

describe('a page without its code', () => {
  test.each(['navigate', 'back_forward'])('is loaded again if another shell is live (%s)', async (type) => {
    loadedBy = [type];
    expect(await reloadIfOutdated(document, live, reload)).toBe(true);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  test.each<[string, ReleaseManifest]>([
    ['another build of its remote is', otherStudio],
    ['its remote no longer is', releaseManifest({ remotes: [micora] })],
  ])('is loaded again if %s', async (_what, release) => {
    load.mockResolvedValue(release);
    expect(await reloadIfOutdated(document, live, reload)).toBe(true);
  });

  test.each<[string, () => void]>([
    ['what it was made of is still live', () => load.mockResolvedValue(releaseManifest({ id: 'r9' }))],
    [
      'another app alone has changed',
      () => load.mockResolvedValue(releaseManifest({ remotes: [studio, { ...micora, version: 'z9' }] })),
    ],
    [
      'it is the shell’s own and that is live',
      () => {
        openPage({ shell: 'c1' });
        load.mockResolvedValue(otherStudio);
      },
    ],
    ['the server cannot be reached', () => load.mockRejectedValue(new TypeError('lost'))],
    ['it does not say what it was made of', () => document.getElementById('page')?.remove()],
  ])('stays if %s', async (_why, arrange) => {
    arrange();
    expect(await reloadIfOutdated(document, live, reload)).toBe(false);
    expect(reload).not.toHaveBeenCalled();
  });

  test.each([
    ['by a reload', ['reload']],
    ['nobody knows how', []],
  ])('stays if it was loaded %s, and does not even ask', async (_how, types) => {
    loadedBy = types;
    expect(await reloadIfOutdated(document, live, reload)).toBe(false);
    expect(reload).not.toHaveBeenCalled();
    expect(load).not.toHaveBeenCalled();
  });

  test.each(['input', 'textarea'])('stays if a visitor has typed into an %s', async (field) => {
    const control = document.querySelector<HTMLInputElement | HTMLTextAreaElement>(field);
    if (control) control.value = 'words';
    expect(await reloadIfOutdated(document, live, reload)).toBe(false);
    expect(reload).not.toHaveBeenCalled();
  });
});
