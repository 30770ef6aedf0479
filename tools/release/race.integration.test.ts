import '../testing/renderHere';
import { expect, jest, test } from '@jest/globals';
import { repetitions } from '@site/backend/testing/repetitions';
import { deploy } from './deploy';
import { readHistory } from './readHistory';
import { directoryStore } from '../store/directoryStore';
import { expectWholeSite } from '../testing/expectWholeSite';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { tinyMicora, tinyShell, tinyStudio } from '../testing/tinySite';

jest.setTimeout(300_000);

const RACERS = repetitions(8, 20);

test('many deployments of both remotes at once: all succeed or say why, and one whole release is live', async () => {
  const directory = await temporaryDirectory();
  const put = (...artifacts: Awaited<ReturnType<typeof tinyShell>>[]) =>
    deploy({ store: directoryStore(directory), artifacts, log: () => undefined });
  await put(await tinyShell(), await tinyStudio(), await tinyMicora());

  const builds = await Promise.all(
    Array.from({ length: RACERS }, (_, index) =>
      index % 2 ? tinyStudio(`Home ${index}`) : tinyMicora(`MiCora ${index}`),
    ),
  );
  const results = await Promise.allSettled(builds.map((build) => put(build)));
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []));
  for (const reason of refused) expect(reason).toMatch(/Other deployments were first|took longer/);

  // Of each team's builds the one is live that was made live last.
  const [newest, ...others] = await readHistory(directoryStore(directory));
  expect(others).toHaveLength(RACERS - refused.length);
  const live = await expectWholeSite(directory);
  expect(live.id).toBe(newest?.release);
  for (const app of ['studio-remote', 'micora-remote']) {
    const last = [newest, ...others].find((entry) => entry?.what === `deploy ${app}`);
    const released = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    expect(live.apps[app]).toBe(released.find(({ id }) => id === last?.release)?.apps[app]);
  }
});
