/** Whether a path has a parameter. */
export function isPattern(path: string): boolean {
  return path.includes('/:');
}
