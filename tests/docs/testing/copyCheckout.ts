import { cpSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, relative, resolve } from 'node:path';

const CHECKOUT = resolve(import.meta.dirname, '../../..');
const LEFT_OUT = ['node_modules', '.git', '.local', 'test-results'];
/** Of the packages: what is the copy's own, and npm's record of the checkout's, which npm writes. */
const NOT_LINKED = ['@site', '.cache', '.package-lock.json'];

/** A checkout that a test may change. */
export interface CheckoutCopy {
  directory: string;
  remove: () => Promise<void>;
}

/** A copy of this checkout with its builds, its packages, and the PocketBase that was fetched, but no data. */
export async function copyCheckout(): Promise<CheckoutCopy> {
  const copy = await copySources();
  await linkPackages(CHECKOUT, copy.directory);
  return copy;
}

/** The same without packages. */
export async function copySources(): Promise<CheckoutCopy> {
  const directory = await mkdtemp(join(tmpdir(), 'checkout-'));
  cpSync(CHECKOUT, directory, {
    recursive: true,
    filter: (path) => !LEFT_OUT.includes(basename(path)),
  });
  await mkdir(join(directory, '.local'));
  await mkdir(join(CHECKOUT, '.local/cache'), { recursive: true });
  await symlink(join(CHECKOUT, '.local/cache'), join(directory, '.local/cache'));
  return { directory, remove: () => rm(directory, { recursive: true, force: true }) };
}

/** Packages are shared with the checkout, workspaces are the copy's own. */
async function linkPackages(from: string, to: string): Promise<void> {
  for (const parent of ['.', ...(await workspaces(from))]) {
    const packages = join(from, parent, 'node_modules');
    const names = await readdir(packages).catch(() => []);
    if (names.length === 0) continue;
    await mkdir(join(to, parent, 'node_modules'), { recursive: true });
    for (const name of names.filter((one) => !NOT_LINKED.includes(one))) {
      await symlink(join(packages, name), join(to, parent, 'node_modules', name));
    }
  }
  const scope = join(to, 'node_modules/@site');
  await mkdir(scope);
  for (const workspace of await readdir(join(from, 'node_modules/@site'))) {
    await symlink(relative(scope, join(to, workspace)), join(scope, workspace));
  }
}

async function workspaces(checkout: string): Promise<string[]> {
  const entries = await readdir(checkout, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    .map(({ name }) => name);
}
