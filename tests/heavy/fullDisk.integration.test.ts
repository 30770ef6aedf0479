import { afterAll, expect, jest, test } from '@jest/globals';
import { repetitions } from '@site/backend/testing/repetitions';
import { mountSmallDisk } from '@site/backend/testing/smallDisk';
import { directoryStore } from '@site/platform/store/directoryStore';
import { tinyPortfolio } from '@site/platform/testing/tinyPortfolio';
import { useTinySite } from '@site/platform/testing/useTinySite';

// This file tests a store on a full disk. The tests in `platform/server` cover a full disk on a web host, and the tests in
// `backend` cover a full disk under PocketBase.

jest.setTimeout(120_000);

const FULL = /^The disk that holds .* is full\. Free some space .* and try again\.$/;
const disk = mountSmallDisk('32m');

if (typeof disk === 'string') test.skip(`a store on a full disk: ${disk}`, () => undefined);
else {
  afterAll(disk.remove);
  const site = useTinySite(() => directoryStore(disk.directory));

  test('a deployment to a full disk fails with advice and leaves the live release unchanged', async () => {
    const builds = [tinyPortfolio('Work')];
    let failures = 0;
    for (let free = 0; ; free += repetitions(6, 1)) {
      disk.fill(free);
      const failure = await site.deploy({ change: { kind: 'deploy', builds } }).then(
        () => undefined,
        (error: unknown) => (error as Error).message,
      );
      const now = await site.live();
      if (failure === undefined) {
        expect(now.builds).not.toEqual(site.first.builds);
        break;
      }
      expect(failure).toMatch(FULL);
      expect(now).toEqual(site.first);
      failures += 1;
      const keys = (await site.store.list('', { deep: true })).map(({ key }) => key);
      expect(keys.filter((key) => key.endsWith('.tmp'))).toEqual([]);
    }
    expect(failures).toBeGreaterThan(2);
  });
}
