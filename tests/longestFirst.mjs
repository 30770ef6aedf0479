import Sequencer from '@jest/test-sequencer';

/** Begins with the tests that follow documents, which take longest: Jest knows that only where it has run before. */
export default class LongestFirst extends Sequencer {
  /**
   * @override
   * @param {import('@jest/test-result').Test[]} tests
   */
  async sort(tests) {
    const sorted = await super.sort(tests);
    const rank = (/** @type {import('@jest/test-result').Test} */ { path }) =>
      path.includes('/tests/docs/') ? 0 : 1;
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}
