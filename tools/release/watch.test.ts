import { expect, test } from '@jest/globals';
import { sha256 } from '../build/sha256';
import { failingServer } from '../testing/failingServer';
import { BackendError } from './renderer/readBackend';
import { hasChanged } from './watch';

test('a backend has changed if it answers anything that it was asked with other bytes; each thing is asked once', async () => {
  const bodies: Record<string, string> = { '/one': '{"items":[1]}', '/two?page=2': '{"items":[2]}' };
  const asked: string[] = [];
  const origin = await failingServer(({ url = '' }, response) => {
    asked.push(url);
    response.writeHead(url in bodies ? 200 : 404).end(bodies[url]);
  });
  const known = Object.fromEntries(
    Object.entries(bodies).map(([path, body]) => [origin + path, sha256(body)]),
  );
  expect(await hasChanged({})).toBe(false);
  expect(await hasChanged(known)).toBe(false);
  expect(asked.sort()).toEqual(['/one', '/two?page=2']);
  bodies['/two?page=2'] = '{"items": [2]}';
  expect(await hasChanged(known)).toBe(true);
  // One that cannot be read is not said to have changed.
  delete bodies['/one'];
  await expect(hasChanged(known)).rejects.toBeInstanceOf(BackendError);
});
