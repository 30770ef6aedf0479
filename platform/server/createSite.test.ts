import { expect, test } from '@jest/globals';
import { memoryStore } from '../testing/memoryStore';
import { createSite } from './createSite';
import { storeSource } from './storeSource';

test('the site never parses a query into parameters', async () => {
  const site = await createSite(storeSource(memoryStore()));
  const queries: unknown[] = [];
  site.addHook('onRequest', ({ query }, _reply, done) => {
    queries.push(query);
    done();
  });
  await site.inject(`/health/live?${'a=1&'.repeat(4000)}`);
  expect(queries).toEqual([{}]);
  await site.close();
});
