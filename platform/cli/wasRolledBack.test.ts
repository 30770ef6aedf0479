import { expect, test } from '@jest/globals';
import { describeOlder, wasRolledBack } from './readBuilds';
import { tinyStudio } from '../testing/tinySite';

const build = (version: string, builtAt?: string) => ({
  version,
  ...(builtAt && { origin: { builtAt, node: 'v24.0.0' } }),
});
type Build = ReturnType<typeof build>;

/**
 * Returns the log after the given builds have gone live, one after another. For a rollback, repeat the earlier build. For
 * the removal of the app, pass `undefined`.
 */
const history = (...builds: (Build | undefined)[]) =>
  builds
    .map((live) => ({
      apps: { 'micora-remote': 'm', ...(live && { 'studio-remote': live.version }) },
      builds: { ...(live?.origin && { 'studio-remote': live.origin }) },
    }))
    .reverse();

const isSkipped = (live: (Build | undefined)[], { version }: Build, app = 'studio-remote') =>
  wasRolledBack(history(...live), { description: { ...tinyStudio().description, app, version } });

const [one, two, three] = [build('s1', '1'), build('s2', '2'), build('s3', '3')];

test.each<[skipped: boolean, live: (Build | undefined)[], next: Build]>([
  // Neither a new build nor the live build is skipped.
  [false, [], one],
  [false, [one], two],
  [false, [one, two], two],
  [false, [one, two, one, two], two],
  // A build that was rolled back is skipped, but a newer build is not.
  [true, [one, two, one], two],
  [true, [one, two, three, one], three],
  [false, [one, two, one], three],
  // A removed app can return once its sources have changed.
  [true, [one, undefined], one],
  [false, [one, undefined], two],
  // A change in the sources can be reverted and then made again. Each time, the new build is deployed.
  [false, [one, two], build('s1', '3')],
  [false, [one, two, build('s1', '3')], two],
  // A build whose build time is unknown is never skipped.
  [false, [build('s1'), build('s2'), build('s1')], build('s2')],
])(
  'wasRolledBack returns %s if the builds %j have been live and the next one is %j',
  (skipped, live, next) => {
    expect(isSkipped(live, next)).toBe(skipped);
    expect(isSkipped(live, next, 'micora-remote')).toBe(false);
  },
);

test.each<[refused: boolean, live: (Build | undefined)[], next: Build]>([
  [false, [], one],
  [false, [one], two],
  [false, [one, two], two],
  // A build from an old checkout or folder is refused, because it would undo later deployments.
  [true, [one, two], build('s0', '0')],
  [true, [one, two, three], two],
  // Builds that are live or were rolled back are not refused, nor are builds whose age is unknown.
  [false, [one, two, one], one],
  [false, [one, two, one], two],
  [false, [one, two], build('s9')],
  [false, [build('s1'), build('s2')], build('s0', '0')],
])(
  'refused: %s, if the builds %j have been live and the next one is %j',
  (refused, live, { version, ...more }) => {
    const judge = (app: string) =>
      describeOlder(history(...live), {
        description: { ...tinyStudio().description, app, version },
        ...more,
      });
    if (refused)
      expect(judge('studio-remote')).toMatch(/^studio-remote s\d was built at \d, before the newest build/);
    else expect(judge('studio-remote')).toBeUndefined();
    expect(judge('micora-remote')).toBeUndefined();
  },
);
