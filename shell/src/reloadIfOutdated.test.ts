import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { reloadIfOutdated } from './reloadIfOutdated';

const ask = jest.fn<typeof fetch>();
const reload = jest.fn<() => void>();
let loadedBy: string[];

/** The server answers from a release. */
function serverHas(release: string): void {
  ask.mockImplementation(() => Promise.resolve(new Response(null, { headers: { 'x-release': release } })));
}

beforeEach(() => {
  ask.mockReset();
  reload.mockReset();
  loadedBy = ['navigate'];
  // jsdom neither fetches nor knows how a document was loaded.
  Object.assign(globalThis, { fetch: ask });
  Object.assign(performance, { getEntriesByType: () => loadedBy.map((type) => ({ type })) });
  Object.assign(AbortSignal, { timeout: () => new AbortController().signal });
  document.body.innerHTML = `
    <script type="application/json" id="release">{ "id": "r1" }</script>
    <fieldset disabled><input><textarea></textarea></fieldset>`;
  history.replaceState(null, '', '/micora/verification?secret=word');
});

describe('a page without its code', () => {
  test.each(['navigate', 'back_forward'])('is loaded anew if another release is live (%s)', async (type) => {
    loadedBy = [type];
    serverHas('r2');
    expect(await reloadIfOutdated(document, reload)).toBe(true);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  test('asks which release is live by its path alone, past every cache', async () => {
    serverHas('r2');
    await reloadIfOutdated(document, reload);
    expect(ask.mock.calls).toEqual([
      ['/micora/verification', expect.objectContaining({ method: 'HEAD', cache: 'no-store' })],
    ]);
  });

  test.each([
    ['its own release is still live', () => serverHas('r1')],
    ['the server does not say', () => ask.mockResolvedValue(new Response(null))],
    ['the server cannot be reached', () => ask.mockRejectedValue(new TypeError('lost'))],
  ])('stays if %s', async (_why, arrange) => {
    arrange();
    expect(await reloadIfOutdated(document, reload)).toBe(false);
    expect(reload).not.toHaveBeenCalled();
  });

  test.each([
    ['by a reload', ['reload']],
    ['nobody knows how', []],
  ])('stays if it was loaded %s, and does not even ask', async (_how, types) => {
    loadedBy = types;
    serverHas('r2');
    expect(await reloadIfOutdated(document, reload)).toBe(false);
    expect(reload).not.toHaveBeenCalled();
    expect(ask).not.toHaveBeenCalled();
  });

  test.each(['input', 'textarea'])('stays if a visitor has typed into an %s', async (field) => {
    serverHas('r2');
    const control = document.querySelector<HTMLInputElement | HTMLTextAreaElement>(field);
    if (control) control.value = 'words';
    expect(await reloadIfOutdated(document, reload)).toBe(false);
    expect(reload).not.toHaveBeenCalled();
  });
});
