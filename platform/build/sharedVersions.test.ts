import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { versions } from '@site/shared/versions';
import { temporaryDirectory } from '../testing/temporaryDirectory';
import { installedVersion, providedVersions, requiredVersions } from './sharedVersions';

const PLAIN = { name: 'events', mount: '/events', paths: [] };

const PACKAGES = resolve(import.meta.dirname, '../../node_modules');

let directory: string;

const declare = (content: object) => writeFile(join(directory, 'package.json'), JSON.stringify(content));

beforeEach(async () => {
  directory = await temporaryDirectory();
});

test('the shell provides the installed versions, and the versions of the contract and the router', () => {
  const react = installedVersion('react', PACKAGES);
  expect(react).toMatch(/^\d+\.\d+\.\d+/);
  expect(providedVersions(PACKAGES)).toEqual({
    react,
    'react/jsx-runtime': react,
    'react-dom': installedVersion('react-dom', PACKAGES),
    '@site/shared/router': versions.router,
    '@site/shared/contract': versions.contract,
  });
});

test('a remote needs the ranges it declares, regardless of the installed versions', async () => {
  await declare({ dependencies: { 'react-dom': '~19.3.0' }, peerDependencies: { react: '^19.3.0' } });
  // A remote may install a different React version from the shell's for its own tests.
  await mkdir(join(directory, 'node_modules/react'), { recursive: true });
  await writeFile(join(directory, 'node_modules/react/package.json'), '{"version":"19.9.9"}');
  const requires = { contract: '^1.0.0', router: '>=1.0.0 <3.0.0' };
  expect(requiredVersions(directory, { ...PLAIN, requires })).toEqual({
    react: '^19.3.0',
    'react/jsx-runtime': '^19.3.0',
    'react-dom': '~19.3.0',
    '@site/shared/router': '>=1.0.0 <3.0.0',
    '@site/shared/contract': '^1.0.0',
  });
});

test('a remote without declared ranges needs the installed versions or later compatible ones', async () => {
  await symlink(PACKAGES, join(directory, 'node_modules'));
  const react = `^${installedVersion('react', PACKAGES)}`;
  const needed = {
    react,
    'react/jsx-runtime': react,
    'react-dom': `^${installedVersion('react-dom', PACKAGES)}`,
    '@site/shared/router': `^${versions.router}`,
    '@site/shared/contract': `^${versions.contract}`,
  };
  expect(requiredVersions(directory, PLAIN)).toEqual(needed);
  await declare({ name: 'events' });
  expect(requiredVersions(directory, PLAIN)).toEqual(needed);
});
