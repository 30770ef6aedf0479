import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { words } from './testing/words';

// Tests of the packages that browsers load or servers run, according to the lock file. Packages that are only used for
// development or building are not shipped.

/** Licences that only require attribution. If a package offers several licences, one of these is enough. */
const ALLOWED = words(
  'MIT MIT-0 ISC BSD-2-Clause BSD-3-Clause Apache-2.0 0BSD BlueOak-1.0.0 OFL-1.1 CC-BY-4.0',
);

/**
 * The exception: `sharp` loads libvips as a separate, unmodified library that operators can replace. The LGPL then only
 * requires attribution.
 */
const LIBVIPS = { names: /^@img\/sharp-(?:libvips-|wasm32$|win32-)/, license: 'LGPL-3.0-or-later' };

interface LockedPackage {
  dev?: boolean;
  peer?: boolean;
  link?: boolean;
  license?: string;
  hasInstallScript?: boolean;
  optionalDependencies?: Record<string, string>;
}

const lockFile = readFileSync(resolve(import.meta.dirname, '../package-lock.json'), 'utf8');
const { packages } = JSON.parse(lockFile) as { packages: Record<string, LockedPackage> };
const shipped = Object.entries(packages).filter(
  ([path, { dev, peer, link }]) => path.includes('node_modules/') && !dev && !peer && !link,
);

test('all shipped packages have an allowed licence', () => {
  expect(shipped.map(([path]) => path)).toEqual(
    expect.arrayContaining(['node_modules/react', 'node_modules/dompurify', 'node_modules/fastify']),
  );
  const refused = shipped.filter(([path, { license = 'none' }]) => {
    const name = path.split('node_modules/').at(-1) ?? '';
    const allowed = [...ALLOWED, ...(LIBVIPS.names.test(name) ? [LIBVIPS.license] : [])];
    const choices = license.replace(/[()]/g, '').split(' OR ');
    return !choices.some((choice) => choice.split(' AND ').every((one) => allowed.includes(one)));
  });
  expect(refused.map(([path, { license }]) => `${path}: ${license}`)).toEqual([]);
});

test('no shipped package has an install script, except esbuild, which checks that it works', () => {
  expect(shipped.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path)).toEqual([
    'node_modules/esbuild',
  ]);
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
