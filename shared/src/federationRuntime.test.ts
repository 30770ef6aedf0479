import { describe, expect, jest, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import federation, { MADE_FOR, loadRemote } from './federationRuntime';

type Bundler = Required<typeof federation.bundlerRuntime>;
type WebpackRequire = Parameters<Bundler['init']>[0]['webpackRequire'];
type ShareScope = Parameters<NonNullable<Bundler['initContainerEntry']>>[0]['shareScope'];
type Consumption = WebpackRequire['consumesLoadingData']['moduleIdToConsumeDataMapping'][string];

const { bundlerRuntime } = federation;

function remote(used: Partial<Consumption> = {}): WebpackRequire {
  const get = () => Promise.resolve(() => 'axios of studio');
  const consumption = {
    shareKey: 'axios',
    singleton: false,
    requiredVersion: '^1.2.0',
    fallback: get,
    ...used,
  };
  return {
    m: {},
    federation: { initOptions: { name: 'studio', shared: { axios: [{ version: '1.2.0', from: '', get }] } } },
    consumesLoadingData: { moduleIdToConsumeDataMapping: { used: consumption } },
  };
}

function offer(name: string, loaded?: boolean) {
  return { from: 'shell', get: jest.fn(() => () => name), ...(loaded && { loaded }) };
}

async function use(webpackRequire: WebpackRequire, shareScope: ShareScope): Promise<unknown> {
  bundlerRuntime.initContainerEntry?.({ webpackRequire, shareScope });
  const promises: Promise<void>[] = [];
  const [chunkId, chunkMapping, installedModules] = ['page', { page: ['used'] }, {}];
  bundlerRuntime.consumes?.({ chunkId, chunkMapping, installedModules, promises, webpackRequire });
  await Promise.all(promises);
  const module = { exports: undefined };
  webpackRequire.m.used?.(module);
  return module.exports;
}

describe('shared modules', () => {
  test('a chunk gets the version in use rather than the highest one', async () => {
    const axios = { '1.3.0': offer('1.3.0', true), '1.4.0': offer('1.4.0') };
    expect(await use(remote(), { axios })).toBe('1.3.0');
  });

  test('if no version is in use, the highest compatible one is loaded once for all chunks', async () => {
    const axios = Object.fromEntries(
      ['1.1.0', '1.10.0', '1.9.9', '2.0.0'].map((version) => [version, offer(version)]),
    );
    expect(await use(remote(), { axios })).toBe('1.10.0');
    expect(axios['1.10.0']).toMatchObject({ loaded: true });
    expect(await use(remote(), { axios })).toBe('1.10.0');
    expect(axios['1.10.0']?.get).toHaveBeenCalledTimes(1);
  });

  test('a chunk gets the page’s version of a singleton', async () => {
    const used = { shareKey: 'react', singleton: true, requiredVersion: '^19.1.0' };
    expect(await use(remote(used), { react: { '19.2.1': offer('react 19.2') } })).toBe('react 19.2');
  });

  test('if the page’s version of a singleton is incompatible, a chunk gets it with a warning', async () => {
    const warn = jest.spyOn(console, 'warn').mockReturnValue();
    const used = { shareKey: 'react', singleton: true, requiredVersion: '^19.1.0' };
    expect(await use(remote(used), { react: { '18.0.0': offer('react 18') } })).toBe('react 18');
    expect(warn.mock.calls).toEqual([['This remote needs react ^19.1.0, and the page provides 18.0.0.']]);
    warn.mockRestore();
  });

  test("a chunk gets the app's own copy if no version is compatible", async () => {
    expect(await use(remote(), { axios: { '2.0.0': offer('2.0.0') } })).toBe('axios of studio');
    const fallback = () => () => 'own copy';
    expect(await use(remote({ shareKey: 'lodash', fallback }), {})).toBe('own copy');
  });
});

test('a module of an unregistered remote cannot be loaded', async () => {
  await expect(loadRemote('unknown/routes')).rejects.toThrow('There is no remote unknown.');
});

test.each(['enhanced', 'runtime', 'webpack-bundler-runtime'])(
  'the slim runtime matches the installed version of @module-federation/%s',
  (name) => {
    const packages = join(import.meta.dirname, '../../node_modules/@module-federation');
    const manifest = JSON.parse(readFileSync(join(packages, name, 'package.json'), 'utf8')) as object;
    // If this fails after an upgrade, follow the steps in docs/decisions/6-module-federation-and-its-runtime.md.
    expect(manifest).toMatchObject({ version: MADE_FOR });
  },
);
