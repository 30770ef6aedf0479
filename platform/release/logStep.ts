export function logStep(line: string): void {
  console.log(`▸ ${line}`);
}

export function logDetail(line: string): void {
  console.log(`  ${line}`);
}
