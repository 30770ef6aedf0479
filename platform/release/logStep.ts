/** Logs the beginning of a step. */
export function logStep(line: string): void {
  console.log(`▸ ${line}`);
}

/** Logs a detail of the current step. */
export function logDetail(line: string): void {
  console.log(`  ${line}`);
}
