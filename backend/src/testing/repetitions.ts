/** Whether the tests run as `npm run test:soak`. */
export const IS_SOAK = process.env.SOAK === '1';

/** The number of repetitions of a randomised test: few in a normal run, many in `npm run test:soak`. */
export function repetitions<What = number>(few: What, many: What): What {
  return IS_SOAK ? many : few;
}

const TODAY = Math.floor(Date.now() / 86_400_000);

/**
 * Chooses from many similar cases. `npm run test:soak` tests all of them. A normal run tests every nth case, and begins
 * with a different one each day, so each case is tested once in n days.
 */
export function share<Case>(cases: readonly Case[], n: number): Case[] {
  return cases.filter((_, index) => IS_SOAK || (index + TODAY) % n === 0);
}
