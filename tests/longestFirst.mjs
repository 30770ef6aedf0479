import Sequencer from '@jest/test-sequencer';

/** Starts the slowest tests first: every Node version, then the documents. Jest only knows durations of earlier runs. */
export default class LongestFirst extends Sequencer {
  /**
   * @override
   * @param {import('@jest/test-result').Test[]} tests
   */
  async sort(tests) {
    const sorted = await super.sort(tests);
    const rank = (/** @type {import('@jest/test-result').Test} */ { path }) =>
      path.includes('/tests/everyNode/') ? 0 : path.includes('/tests/docs/') ? 1 : 2;
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}
