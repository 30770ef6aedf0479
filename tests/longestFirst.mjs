import Sequencer from '@jest/test-sequencer';

/** Slow tests, slowest first. They are listed because Jest knows a test's duration only from an earlier run. */
const SLOW = [
  ...['ownRepository', 'documents/pipeline', 'addRemote', 'operating', 'addPage', 'proxies', 'stopping'],
  ...['killSweep', 'findChromium', 'reproducible', 'production', 'requestFuzz', 'openRenderers'],
  ...['watch.processes', 'watch', 'makePictures', 'client', 'mails.delivery', 'mirrorBucket', 'backups'],
];

export default class LongestFirst extends Sequencer {
  /**
   * @override
   * @param {import('@jest/test-result').Test[]} tests
   */
  async sort(tests) {
    const sorted = await super.sort(tests);
    const rank = (/** @type {import('@jest/test-result').Test} */ { path }) => {
      const index = SLOW.findIndex((name) => path.endsWith(`/${name}.integration.test.ts`));
      return index < 0 ? SLOW.length : index;
    };
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}
