/** Whether the tests run as `npm run test:soak`. */
export const IS_SOAK = process.env.SOAK === '1';

/** How often a proof repeats what it tries: a few times with all other tests, many times in `npm run test:soak`. */
export function repetitions<What = number>(few: What, many: What): What {
  return IS_SOAK ? many : few;
}
