import Sequencer from '@jest/test-sequencer';

/** Folders with tests known to be slow, slowest first. Before a first run, Jest does not know how long tests take. */
const SLOW = ['/tests/everyNode/', '/tests/documents/'];

/** Starts the tests in `SLOW` first, and otherwise keeps Jest's order. */
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
