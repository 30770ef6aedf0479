import { expect, test } from '@jest/globals';
import { wasTakenBack } from './readBuilds';
import { tinyStudio } from '../testing/tinySite';

/** A build of the studio; the higher its number, the later it was made. */
const build = (version: string, builtAt?: string) => ({
  version,
  ...(builtAt && { origin: { builtAt, node: 'v24.0.0' } }),
});
type Build = ReturnType<typeof build>;

/** What has been live, in turn, the newest first; a rollback brings an earlier build with the origin that it had. */
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
  // A new build goes live, and one that is live stays.
  [false, [], one],
  [false, [one], two],
  [false, [one, two], two],
  [false, [one, two, one, two], two],
  // What was taken back is left out until its sources change.
  [true, [one, two, one], two],
  [true, [one, two, three, one], three],
  [false, [one, two, one], three],
  // An app that was taken off the site comes back once its sources change.
  [true, [one, undefined], one],
  [false, [one, undefined], two],
  // A change that its own sources undo goes live, and so does undoing that.
  [false, [one, two], build('s1', '3')],
  [false, [one, two, build('s1', '3')], two],
  // Of a build that does not say when it was made, nothing is known.
  [false, [build('s1'), build('s2'), build('s1')], build('s2')],
])('left out: %s after %j: %j', (isOut, live, next) => {
  expect(isLeftOut(live, next)).toBe(isOut);
  // What another app was does not count.
  expect(isLeftOut(live, next, 'micora-remote')).toBe(false);
});
