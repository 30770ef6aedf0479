/** Says which step has begun. */
export function say(line: string): void {
  console.log(`▸ ${line}`);
}

/** Says something of the step. */
export function detail(line: string): void {
  console.log(`  ${line}`);
}
