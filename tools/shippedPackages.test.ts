import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { words } from './testing/words';

// Of every package that ends up in a browser or runs on the server, as the lock file has it: all but those that
// are for development or for building only.

/** Licences that ask for no more than to be named; of a choice, the first that is here is taken. */
const ALLOWED = words(
  'MIT MIT-0 ISC BSD-2-Clause BSD-3-Clause Apache-2.0 0BSD BlueOak-1.0.0 OFL-1.1 CC-BY-4.0',
);

/**
 * What asks for more: libvips, which `sharp` loads as a library of its own beside our code, unchanged and replaceable
 * by whoever runs the site; all that the LGPL asks for then is to name it and to leave it so.
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

test('what ships has a licence that we may ship it under', () => {
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

test('what ships runs no script when it is installed, but for a compiler that looks whether it works', () => {
  expect(shipped.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path)).toEqual([
    'node_modules/esbuild',
  ]);
});

test('every platform is in the lock file, whichever one it was written on', () => {
  const names = new Set(Object.keys(packages).map((path) => path.split('node_modules/').at(-1)));
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !names.has(name))
      .map((name) => `${name} of ${path}`),
  );
  expect(missing).toEqual([]);
});
