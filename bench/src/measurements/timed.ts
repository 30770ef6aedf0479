import { median } from '../median';
import type { Target } from '../Measurement';

/** Times (milliseconds) as a row of a table: what took them, their median, and each; and the target for the median. */
export function timed(what: string, times: number[], limit: number): { row: string[]; target: Target } {
  const middle = median(times);
  console.log(`  ${what}: ${seconds(middle)}`);
  return {
    row: [what, seconds(middle), times.map(seconds).join(', ')],
    target: {
      name: what,
      wanted: `at most ${limit / 1000} s`,
      measured: seconds(middle),
      isMet: middle <= limit,
    },
  };
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}
