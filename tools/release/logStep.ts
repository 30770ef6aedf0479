/** Says which step has begun. */
export function logStep(line: string): void {
  console.log(`▸ ${line}`);
}

/** Says something of the step. */
export function logDetail(line: string): void {
  console.log(`  ${line}`);
}
