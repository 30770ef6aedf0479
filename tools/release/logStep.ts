/** Says that a step has begun. */
export function logStep(line: string): void {
  console.log(`▸ ${line}`);
}

/** Says more about the step. */
export function logDetail(line: string): void {
  console.log(`  ${line}`);
}
