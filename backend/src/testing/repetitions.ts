/** Whether the tests were started by `npm run test:soak`. */
export const IS_SOAK = process.env.SOAK === '1';

/**
 * Determines how much a test does, e.g. how many times it is repeated. Returns `few` in a normal run, and `many` under
 * `npm run test:soak`.
 */
export function repetitions<What = number>(few: What, many: What): What {
  return IS_SOAK ? many : few;
}

const TODAY = Math.floor(Date.now() / 86_400_000);

/**
 * Selects which of many similar cases to test. `npm run test:soak` tests all of them. A normal run tests every nth case. It
 * begins with a different case each day, so each case is tested once every n days.
 */
export function share<Case>(cases: readonly Case[], n: number): Case[] {
  return cases.filter((_, index) => IS_SOAK || (index + TODAY) % n === 0);
}

/** Whether this run tests one of several slow cases. A normal run tests one case, and another each day (see `share`). */
export function hasTurn<Case>(one: Case, cases: readonly Case[]): boolean {
  return share(cases, cases.length).includes(one);
}
