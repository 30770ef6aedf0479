import { expect, jest, test } from '@jest/globals';

jest.mock('@module-federation/runtime', () =>
  jest.requireActual('@module-federation/runtime/dist/index.cjs'),
);

// The same expectations hold for Module Federation's published runtime, which development uses.
jest.requireActual('./createRouteLoader.test');

test('the runtime is the published one, which knows its instances', () => {
  const { __FEDERATION__: federation } = globalThis as { __FEDERATION__?: { __INSTANCES__: object[] } };
  expect(federation?.__INSTANCES__).toEqual([expect.objectContaining({ name: 'shell' })]);
});
