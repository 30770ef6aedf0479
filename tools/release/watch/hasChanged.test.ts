import { beforeEach, describe, expect, test } from '@jest/globals';
import { sha256 } from '../../build/sha256';
import { failingServer } from '../../testing/failingServer';
import { BackendError } from '../renderer/readBackend';
import { hasChanged } from './hasChanged';

/** What the backend answers, by address. */
let bodies: Record<string, string>;
let asked: string[];
let origin: string;

beforeEach(async () => {
  bodies = { '/one': '{"items":[1]}', '/two?page=2': '{"items":[2]}' };
  asked = [];
  origin = await failingServer(({ url = '' }, response) => {
    asked.push(url);
    response.writeHead(url in bodies ? 200 : 404).end(bodies[url]);
  });
});

const known = () =>
  Object.fromEntries(Object.entries(bodies).map(([address, body]) => [origin + address, sha256(body)]));

describe('a backend that is asked again', () => {
  test('has not changed if it answers as before; each thing is asked once', async () => {
    expect(await hasChanged(known())).toBe(false);
    expect(asked.sort()).toEqual(['/one', '/two?page=2']);
  });

  test.each([
    ['another value', '{"items":[3]}'],
    ['the same in other bytes', '{"items": [2]}'],
  ])('has changed if one answer is %s', async (_what, body) => {
    const before = known();
    bodies['/two?page=2'] = body;
    expect(await hasChanged(before)).toBe(true);
  });

  test('has not changed if it was asked nothing', async () => {
    expect(await hasChanged({})).toBe(false);
  });

  test.each([
    ['does not answer', undefined],
    ['answers with what is no JSON', '<html>'],
  ])('is not said to have changed if it %s: that is an error', async (_what, body) => {
    const before = known();
    if (body === undefined) delete bodies['/one'];
    else bodies['/one'] = body;
    await expect(hasChanged(before)).rejects.toBeInstanceOf(BackendError);
  });
});
