import { cpSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';

const CHECKOUT = resolve(import.meta.dirname, '../../..');
const NOT_COPIED = ['node_modules', '.git', '.local', 'test-results'];
/**
 * Entries in `node_modules` that the copy does not link to: the workspaces, because the copy has its own, tools' caches, and
 * npm's hidden lock file.
 */
const NOT_LINKED = ['@site', '.cache', '.package-lock.json'];

export interface CheckoutCopy {
  directory: string;
  remove: () => Promise<void>;
}

/**
 * Copies this checkout with its builds, but without its data. The copy contains links to the checkout's packages, and to its
 * cache, which contains PocketBase.
 */
export async function copyCheckout(): Promise<CheckoutCopy> {
  const copy = await copySources();
  const workspaces = await readdir(join(CHECKOUT, 'node_modules/@site'));
  for (const parent of ['.', ...workspaces]) {
    const from = join(CHECKOUT, parent, 'node_modules');
    const to = join(copy.directory, parent, 'node_modules');
    const names = await readdir(from).catch(() => []);
    if (names.length > 0) await mkdir(to, { recursive: true });
    for (const name of names) if (!NOT_LINKED.includes(name)) await symlink(join(from, name), join(to, name));
  }
  const scope = join(copy.directory, 'node_modules/@site');
  await mkdir(scope);
  for (const workspace of workspaces) await symlink(`../../${workspace}`, join(scope, workspace));
  return copy;
}

/** Copies this checkout as `copyCheckout` does, but without packages. */
export async function copySources(): Promise<CheckoutCopy> {
  const directory = await mkdtemp(join(tmpdir(), 'checkout-'));
  cpSync(CHECKOUT, directory, {
    recursive: true,
    filter: (path) => !NOT_COPIED.includes(basename(path)),
  });
  await mkdir(join(directory, '.local'));
  await mkdir(join(CHECKOUT, '.local/cache'), { recursive: true });
  await symlink(join(CHECKOUT, '.local/cache'), join(directory, '.local/cache'));
  return { directory, remove: () => rm(directory, { recursive: true, force: true }) };
}
