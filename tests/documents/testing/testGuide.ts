import { test } from '@jest/globals';
import { share } from '@site/backend/testing/repetitions';

/** The guides that take minutes to follow. */
const GUIDES = ['add-a-page', 'pipeline', 'a-repository-of-its-own', 'add-a-remote', 'operate'] as const;

/**
 * Returns Jest's `test` for a guide's tests. A normal run follows every third guide and skips the others (see `share`).
 *
 * @param isPossible whether this machine has what the tests need
 */
export function testGuide(guide: (typeof GUIDES)[number], isPossible = true) {
  return isPossible && share(GUIDES, GUIDES.length).includes(guide) ? test : test.skip;
}
