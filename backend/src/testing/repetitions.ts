/** Whether the tests run as `npm run test:soak`. */
export const IS_SOAK = process.env.SOAK === '1';

/** The number of repetitions of a randomized test: few in a normal run, many in `npm run test:soak`. */
export function repetitions<What = number>(few: What, many: What): What {
  return IS_SOAK ? many : few;
}
