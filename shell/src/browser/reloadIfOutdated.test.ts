import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { PageManifest } from '@site/shared/contract';
import type { LiveRelease } from './remotes/createLiveRelease';
import { reloadIfOutdated } from './reloadIfOutdated';
import { micora, releaseManifest, studio, unanswered } from '../testing/liveRelease';

const load = jest.fn<LiveRelease['load']>();
const reload = jest.fn<() => void>();
let loadedBy: string | undefined;

const isReloaded = () => reloadIfOutdated({ ...unanswered(), load }, reload);

function openPage(manifest: PageManifest): void {
  document.body.innerHTML = `
    <script type="application/json" id="page">${JSON.stringify(manifest)}</script>
    <fieldset disabled><input><textarea></textarea></fieldset>`;
}

function typeInto(field: 'input' | 'textarea'): void {
  Object.assign(document.querySelector(field) ?? {}, { value: 'words' });
}

const otherStudio = releaseManifest({ remotes: [{ ...studio, version: 'z9' }, micora] });
const otherMicora = releaseManifest({ id: 'r9', remotes: [studio, { ...micora, version: 'z9' }] });

beforeEach(() => {
  load.mockReset().mockResolvedValue(releaseManifest({ shell: 'c2' }));
  reload.mockReset();
  loadedBy = 'navigate';
  // jsdom does not record how a document was loaded.
  Object.assign(performance, { getEntriesByType: () => (loadedBy ? [{ type: loadedBy }] : []) });
  openPage({ shell: 'c1', remote: studio });
});

describe('a page whose code could not be loaded', () => {
  test.each<[string, () => unknown]>([
    ['another shell is live', () => undefined],
    ['another shell is live after Back', () => (loadedBy = 'back_forward')],
    ['another build of its remote is live', () => load.mockResolvedValue(otherStudio)],
    ['its remote has been removed', () => load.mockResolvedValue(releaseManifest({ remotes: [micora] }))],
  ])('the page is reloaded once if %s', async (_what, arrange) => {
    arrange();
    expect(await isReloaded()).toBe(true);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  test.each<[string, () => unknown]>([
    ['only another app has changed', () => load.mockResolvedValue(otherMicora)],
    [
      'it belongs to the shell, whose build is live',
      () => {
        openPage({ shell: 'c1' });
        load.mockResolvedValue(otherStudio);
      },
    ],
    ['the server cannot be reached', () => load.mockRejectedValue(new TypeError('lost'))],
    ['it has no manifest', () => document.getElementById('page')?.remove()],
    ['it was loaded by a reload', () => (loadedBy = 'reload')],
    ['it is unknown how it was loaded', () => (loadedBy = undefined)],
    ['the visitor has typed into an input', () => typeInto('input')],
    ['the visitor has typed into a text area', () => typeInto('textarea')],
  ])('the page is not reloaded if %s', async (_why, arrange) => {
    arrange();
    expect(await isReloaded()).toBe(false);
    expect(reload).not.toHaveBeenCalled();
    if (loadedBy !== 'navigate') expect(load).not.toHaveBeenCalled();
  });
});
