import { createHash } from 'node:crypto';

/**
 * Compares a file with the SHA-256 (hex) that it must have.
 * @throws Error that names the file and both sums, if they differ.
 */
export function checkSha256(name: string, bytes: Uint8Array, expected: string): void {
  const actual = createHash('sha256').update(bytes).digest('hex');
  if (actual !== expected.toLowerCase()) {
    throw new Error(`${name} is not the file it should be: its SHA-256 is ${actual}, expected ${expected}.`);
  }
}
