import { expect, test } from '@jest/globals';
import { wasTakenBack } from './readBuilds';
import { tinyStudio } from '../testing/tinySite';

/** A build of the studio. A higher number is a later build. */
const build = (version: string, builtAt?: string) => ({
  version,
  ...(builtAt && { origin: { builtAt, node: 'v24.0.0' } }),
});
type Build = ReturnType<typeof build>;

/** A history, newest first, from builds in order. A rollback repeats an earlier build with its origin. */
const history = (...builds: (Build | undefined)[]) =>
  builds
    .map((live) => ({
      apps: { 'micora-remote': 'm', ...(live && { 'studio-remote': live.version }) },
      builds: { ...(live?.origin && { 'studio-remote': live.origin }) },
    }))
    .reverse();

const isLeftOut = (live: (Build | undefined)[], { version }: Build, app = 'studio-remote') =>
  wasTakenBack(history(...live), { artifact: { ...tinyStudio().artifact, app, version } });

const [one, two, three] = [build('s1', '1'), build('s2', '2'), build('s3', '3')];

test.each<[isOut: boolean, live: (Build | undefined)[], next: Build]>([
  // A new build goes live, and a live one remains.
  [false, [], one],
  [false, [one], two],
  [false, [one, two], two],
  [false, [one, two, one, two], two],
  // A build that was rolled back is left out until its sources change.
  [true, [one, two, one], two],
  [true, [one, two, three, one], three],
  [false, [one, two, one], three],
  // A removed app returns once its sources change.
  [true, [one, undefined], one],
  [false, [one, undefined], two],
  // Reverting a change in the sources goes live, and so does redoing it.
  [false, [one, two], build('s1', '3')],
  [false, [one, two, build('s1', '3')], two],
  // A build without a build time is never left out.
  [false, [build('s1'), build('s2'), build('s1')], build('s2')],
])('left out: %s after %j: %j', (isOut, live, next) => {
  expect(isLeftOut(live, next)).toBe(isOut);
  // Other apps do not count.
  expect(isLeftOut(live, next, 'micora-remote')).toBe(false);
});
