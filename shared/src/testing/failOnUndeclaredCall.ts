import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, expect, jest } from '@jest/globals';
import type * as client from '../api/client';
import type { RemoteConfig } from '../remote';
import { describeUndeclared } from './describeUndeclared';

/**
 * Runs before each of a remote's test files: a backend call that `remote.config.ts` does not declare fails the test that
 * made it, because the site would respond with 404 or 400. Calls to a test's own mock of the API client are checked, too;
 * without a mock, calls reach the real client.
 */
const CLIENT = '@site/shared/api/client';

type Client = typeof client;

const config = configAbove(expect.getState().testPath ?? '/');
if (config !== undefined) {
  // The real client is loaded only when a test calls it, because loading it also loads axios.
  const actual = () => jest.requireActual<Client>(CLIENT);
  jest.doMock(CLIENT, () => ({
    get: jest.fn((...given: Parameters<Client['get']>) => actual().get(...given)),
    post: jest.fn((...given: Parameters<Client['post']>) => actual().post(...given)),
  }));
  afterEach(() => {
    const { remote } = jest.requireActual<{ remote: RemoteConfig }>(config);
    const { get, post } = jest.requireMock<Partial<Client>>(CLIENT);
    const made = [callsOf(get), callsOf(post).map(([path]): [unknown] => [path])].flat();
    const problem = describeUndeclared(remote.calls, made);
    if (problem) throw new Error(problem);
  });
}

function configAbove(path: string): string | undefined {
  const folder = dirname(path);
  const file = join(folder, 'remote.config.ts');
  if (existsSync(file)) return file;
  return folder === dirname(folder) ? undefined : configAbove(folder);
}

function callsOf(made: unknown): unknown[][] {
  return jest.isMockFunction(made) ? made.mock.calls : [];
}
