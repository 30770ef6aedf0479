import { expect, test } from '@jest/globals';
import { whyLeftOut } from './whyLeftOut';
import { tinyStudio } from '../testing/tinySite';

/** Commits of one branch are numbered; one of another branch is known to none of them. */
const isEarlier = (earlier = '', later = '') => /^\d$/.test(earlier) && /^\d$/.test(later) && earlier < later;

/** A build of the studio, made of a commit; the later the commit, the later. */
const build = (version: string, commit?: string) => ({
  version,
  ...(commit && { origin: { commit, builtAt: `at ${commit}`, node: 'v24.0.0' } }),
});

/** What has been live, in turn; a rollback brings an earlier build with the origin that it had. */
const history = (...builds: ReturnType<typeof build>[]) =>
  builds
    .map(({ version, origin }) => ({
      apps: { 'studio-remote': version, 'micora-remote': 'm' },
      builds: { ...(origin && { 'studio-remote': origin }) },
    }))
    .reverse();

function why(live: ReturnType<typeof build>[], { version, origin }: ReturnType<typeof build>) {
  const { artifact } = tinyStudio();
  return whyLeftOut(
    history(...live),
    { artifact: { ...artifact, version }, ...(origin && { origin }) },
    isEarlier,
  );
}

const [one, two, three] = [build('s1', '1'), build('s2', '2'), build('s3', '3')];

test('a new build goes live, and one that is live is no reason to say anything', () => {
  expect(why([], one)).toBeUndefined();
  expect(why([one], two)).toBeUndefined();
  expect(why([one, two], two)).toBeUndefined();
  expect(why([one, two], build('s2', '5'))).toBeUndefined();
  expect(why([one, two, one, two], two)).toBeUndefined();
});

test('what another app was does not count', () => {
  const { artifact } = tinyStudio();
  const other = { ...artifact, app: 'micora-remote', version: 's1' };
  expect(whyLeftOut(history(one, two), { artifact: other }, isEarlier)).toBeUndefined();
});

test('a build that was taken back stays so, whoever builds it again', () => {
  expect(why([one, two, one], two)).toBe('taken back');
  expect(why([one, two, one], build('s2', '3'))).toBe('taken back');
  expect(why([one, two, three, one], build('s3', '4'))).toBe('taken back');
  expect(why([one, two, one], three)).toBeUndefined();
});

test('so does that of an app that was taken off the site, until its sources change', () => {
  const off = { apps: { 'micora-remote': 'm' }, builds: {} };
  const { artifact } = tinyStudio();
  const whyNow = ({ version, origin }: ReturnType<typeof build>) =>
    whyLeftOut(
      [off, ...history(one)],
      { artifact: { ...artifact, version }, ...(origin && { origin }) },
      isEarlier,
    );
  expect(whyNow(build('s1', '2'))).toBe('taken back');
  expect(whyNow(two)).toBeUndefined();
});

test('a change that its own sources undo goes live, and so does undoing that', () => {
  expect(why([one, two], build('s1', '3'))).toBeUndefined();
  expect(why([one, two, build('s1', '3')], build('s2', '4'))).toBeUndefined();
});

test('a build of an earlier commit does not replace a later one, also if that was taken back', () => {
  expect(why([one, three], two)).toBe('overtaken');
  expect(why([one, three, one], two)).toBe('overtaken');
  expect(why([one, three], one)).toBe('overtaken');
  expect(why([one, two, build('s1', '3')], two)).toBe('overtaken');
});

test('another build of the same commit goes live', () => {
  expect(why([one, two], build('s9', '2'))).toBeUndefined();
});

test('what was deployed by hand from another branch stays until its own app changes', () => {
  const byHand = { version: 's9', origin: { commit: 'branch', builtAt: 'at 9', node: 'v24.0.0' } };
  expect(why([one, byHand], build('s1', '2'))).toBe('overtaken');
  expect(why([one, byHand], three)).toBeUndefined();
});

test('of a build that does not say where it comes from, only its version counts', () => {
  expect(why([one, build('s2')], build('s1'))).toBe('taken back');
  expect(why([build('s1'), build('s2')], build('s1', '3'))).toBe('overtaken');
  expect(why([one, two], build('s3'))).toBeUndefined();
});
