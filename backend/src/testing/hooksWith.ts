import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** A copy of this project's hooks, and one more, for what cannot be brought about from outside. */
export async function hooksWith(code: string): Promise<{ hooksDir: string; remove: () => Promise<void> }> {
  const hooksDir = await mkdtemp(join(tmpdir(), 'hooks-'));
  await cp(resolve(import.meta.dirname, '../../pb_hooks'), hooksDir, { recursive: true });
  await writeFile(join(hooksDir, 'test.pb.js'), code);
  return { hooksDir, remove: () => rm(hooksDir, { recursive: true, force: true }) };
}
