import { test } from '@jest/globals';
import { hasTurn } from '@site/backend/testing/repetitions';

/** The guides that take minutes to follow. */
const GUIDES = ['add-a-page', 'pipeline', 'a-repository-of-its-own', 'add-a-remote', 'operate'] as const;

/**
 * Returns Jest's `test` for a guide's tests, or `test.skip` if it is another guide's turn (see `hasTurn`).
 *
 * @param isPossible whether this machine has what the tests need
 */
export function testGuide(guide: (typeof GUIDES)[number], isPossible = true) {
  return isPossible && hasTurn(guide, GUIDES) ? test : test.skip;
}
