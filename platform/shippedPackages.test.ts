import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

// Shipped packages are the packages that browsers load or servers run. The lock file marks them neither as `dev` nor as
// `peer`.

interface LockedPackage {
  dev?: boolean;
  peer?: boolean;
  link?: boolean;
  hasInstallScript?: boolean;
  optionalDependencies?: Record<string, string>;
}

const lockFile = readFileSync(resolve(import.meta.dirname, '../package-lock.json'), 'utf8');
const { packages } = JSON.parse(lockFile) as { packages: Record<string, LockedPackage> };
const shipped = Object.entries(packages).filter(
  ([path, { dev, peer, link }]) => path.includes('node_modules/') && !dev && !peer && !link,
);

// esbuild's install script is allowed, because it only checks that esbuild works.
test('no shipped package except esbuild has an install script', () => {
  const withScript = shipped.filter(([, { hasInstallScript }]) => hasInstallScript);
  expect(withScript.map(([path]) => path)).toEqual(['node_modules/esbuild']);
});

test('the lock file contains the optional packages of every platform', () => {
  const names = new Set(Object.keys(packages).map((path) => path.split('node_modules/').at(-1)));
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !names.has(name))
      .map((name) => `${name} of ${path}`),
  );
  expect(missing).toEqual([]);
});
