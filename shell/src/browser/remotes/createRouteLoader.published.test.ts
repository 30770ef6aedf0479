import { expect, jest, test } from '@jest/globals';

jest.mock('@module-federation/runtime', () =>
  jest.requireActual('@module-federation/runtime/dist/index.cjs'),
);

// Development builds use Module Federation's published runtime instead of the slim one, so the route loader's tests also
// run with the published runtime.
jest.requireActual('./createRouteLoader.test');

test('the route loader’s tests have run with the published runtime', () => {
  const { __FEDERATION__: federation } = globalThis as { __FEDERATION__?: { __INSTANCES__: object[] } };
  expect(federation?.__INSTANCES__).toEqual([expect.objectContaining({ name: 'shell' })]);
});
