/** Whether `npm run test:soak` has started the tests. */
export const IS_SOAK = process.env.SOAK === '1';

/** Chooses how often a randomised test is repeated: `few` in a normal run, `many` in `npm run test:soak`. */
export function repetitions<What = number>(few: What, many: What): What {
  return IS_SOAK ? many : few;
}

const TODAY = Math.floor(Date.now() / 86_400_000);

/**
 * Selects some of many similar cases. `npm run test:soak` tests all of them. A normal run tests every nth case, and begins
 * with a different case each day. So each case is tested once in n days.
 */
export function share<Case>(cases: readonly Case[], n: number): Case[] {
  return cases.filter((_, index) => IS_SOAK || (index + TODAY) % n === 0);
}
