/** Whether the tests run as `npm run test:soak`. */
export const IS_SOAK = process.env.SOAK === '1';

/** The number of repetitions of a randomized test: few in a normal run, many in `npm run test:soak`. */
export function repetitions<What = number>(few: What, many: What): What {
  return IS_SOAK ? many : few;
}

const TODAY = Math.floor(Date.now() / 86_400_000);

/**
 * Chooses from many similar cases: all in `npm run test:soak`, and otherwise every nth one, beginning with another one each
 * day. So a normal run tests each case once in n days.
 */
export function share<Case>(cases: readonly Case[], n: number): Case[] {
  return cases.filter((_, index) => IS_SOAK || (index + TODAY) % n === 0);
}
