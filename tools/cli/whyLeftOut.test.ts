import { expect, test } from '@jest/globals';
import { whyLeftOut } from './readBuilds';
import { tinyStudio } from '../testing/tinySite';

/** Commits of one branch are numbered; one of another branch is known to none of them. */
const isEarlier = (earlier = '', later = '') => /^\d$/.test(earlier) && /^\d$/.test(later) && earlier < later;

/** A build of the studio, made of a commit; the later the commit, the later. */
const build = (version: string, commit?: string) => ({
  version,
  ...(commit && { origin: { commit, builtAt: `at ${commit}`, node: 'v24.0.0' } }),
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

const why = (live: (Build | undefined)[], { version, origin }: Build, app = 'studio-remote') =>
  whyLeftOut(
    history(...live),
    { artifact: { ...tinyStudio().artifact, app, version }, ...(origin && { origin }) },
    isEarlier,
  );

const [one, two, three] = [build('s1', '1'), build('s2', '2'), build('s3', '3')];
const backToOne = build('s1', '3');
const byHand = { version: 's9', origin: { commit: 'branch', builtAt: 'at 9', node: 'v24.0.0' } };

test.each<[reason: 'taken back' | 'overtaken' | undefined, live: (Build | undefined)[], next: Build]>([
  // A new build goes live, and one that is live is no reason to say anything.
  [undefined, [], one],
  [undefined, [one], two],
  [undefined, [one, two], two],
  [undefined, [one, two], build('s2', '5')],
  [undefined, [one, two, one, two], two],
  // Whoever builds it again, it stays so.
  ['taken back', [one, two, one], two],
  ['taken back', [one, two, one], build('s2', '3')],
  ['taken back', [one, two, three, one], build('s3', '4')],
  [undefined, [one, two, one], three],
  // An app that was taken off the site comes back once its sources change.
  ['taken back', [one, undefined], build('s1', '2')],
  [undefined, [one, undefined], two],
  // A change that its own sources undo goes live, and so does undoing that.
  [undefined, [one, two], backToOne],
  [undefined, [one, two, backToOne], build('s2', '4')],
  // An earlier commit does not replace a later one, also if that was taken back; the same commit does.
  ['overtaken', [one, three], two],
  ['overtaken', [one, three, one], two],
  ['overtaken', [one, three], one],
  ['overtaken', [one, two, backToOne], two],
  [undefined, [one, two], build('s9', '2')],
  // What was deployed by hand from another branch stays until its own app changes.
  ['overtaken', [one, byHand], build('s1', '2')],
  [undefined, [one, byHand], three],
  // Of a build that does not say where it comes from, only its version counts.
  ['taken back', [one, build('s2')], build('s1')],
  ['overtaken', [build('s1'), build('s2')], backToOne],
  [undefined, [one, two], build('s3')],
])('%s after %j: %j', (reason, live, next) => {
  expect(why(live, next)).toBe(reason);
  // What another app was does not count.
  expect(why(live, next, 'micora-remote')).toBeUndefined();
});
