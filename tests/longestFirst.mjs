import Sequencer from '@jest/test-sequencer';

/** Tests that are known to be slow, slowest first. Without earlier runs, Jest does not know how long a test takes. */
const SLOW = ['/tests/everyNode/', '/tests/documents/'];

/** Starts the slowest tests first. */
export default class LongestFirst extends Sequencer {
  /**
   * @override
   * @param {import('@jest/test-result').Test[]} tests
   */
  async sort(tests) {
    const sorted = await super.sort(tests);
    const rank = (/** @type {import('@jest/test-result').Test} */ { path }) => {
      const index = SLOW.findIndex((folder) => path.includes(folder));
      return index < 0 ? SLOW.length : index;
    };
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}
