import '@site/tools/testing/renderHere';
import { describe, expect, jest, test } from '@jest/globals';
import { repetitions } from '@site/backend/testing/repetitions';
import { openStore } from '@site/tools/store/openStore';
import { expectWholeStore } from '@site/tools/testing/expectWholeStore';
import { NO_S3 } from '@site/tools/testing/startS3';
import { temporaryDirectory } from '@site/tools/testing/temporaryDirectory';
import { tinyMicora, tinyShell, tinyStudio } from '@site/tools/testing/tinySite';
import { newBucketAddress, useS3 } from '@site/tools/testing/useS3';
import { deploy } from '@site/tools/release/deploy';
import { readHistory } from '@site/tools/release/readHistory';

jest.setTimeout(300_000);

const RACERS = repetitions(8, 20);

async function race(address: string): Promise<void> {
  const put = async (...artifacts: ReturnType<typeof tinyShell>[]) =>
    deploy({ store: await openStore(address, '/'), artifacts, log: () => undefined });
  await put(tinyShell(), tinyStudio(), tinyMicora());
  const builds = Array.from({ length: RACERS }, (_, index) =>
    index % 2 ? tinyStudio(`Home ${index}`) : tinyMicora(`MiCora ${index}`),
  );
  const results = await Promise.allSettled(builds.map((build) => put(build)));
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []));
  for (const reason of refused) expect(reason).toMatch(/Other deployments were first/);

  // Of each team's builds the one is live that was made live last.
  const store = await openStore(address, '/');
  const history = await readHistory(store);
  expect(history).toHaveLength(1 + RACERS - refused.length);
  const live = await expectWholeStore(store);
  expect(live.id).toBe(history[0]?.release);
  const released = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  for (const app of ['studio-remote', 'micora-remote']) {
    const last = history.find(({ what }) => what === `deploy ${app}`);
    expect(live.apps[app]).toBe(released.find(({ id }) => id === last?.release)?.apps[app]);
  }
}

describe('many deployments of both remotes at once: all succeed or say why, and one whole release is live', () => {
  test('in a directory', async () => race(await temporaryDirectory()));

  (NO_S3 ? describe.skip : describe)(NO_S3 ?? 'with S3', () => {
    useS3();
    test('in a bucket', () => race(newBucketAddress()));
  });
});
