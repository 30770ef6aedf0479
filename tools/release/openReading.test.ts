import { describe, expect, test } from '@jest/globals';
import { sha256 } from '../build/sha256';
import { failingServer } from '../testing/failingServer';
import { BackendError } from './BackendError';
import { openReading } from './openReading';

const PROJECTS = '/collections/projects/records';

describe('a reading of the backend', () => {
  test('is of one moment: each thing is asked once, by the calls that visitors make, also by those who ask at the same time, and if it fails', async () => {
    const asked: (string | undefined)[] = [];
    const url = await failingServer((request, response) => {
      asked.push(request.url);
      if (request.url?.includes('page=3')) response.statusCode = 500;
      response.end(JSON.stringify({ items: [asked.length] }));
    });
    const { read, answers: known } = openReading(url);
    const query = { page: 1, sort: 'created', filter: 'a&b=c £' };
    const answers = await Promise.all([read(PROJECTS, query), read(PROJECTS, { ...query })]);
    expect([...answers, await read(PROJECTS, query)]).toEqual(Array(3).fill({ items: [1] }));
    expect(await read(PROJECTS, { ...query, page: 2 })).toEqual({ items: [2] });
    for (let attempt = 0; attempt < 2; attempt += 1)
      await expect(read(PROJECTS, { ...query, page: 3 })).rejects.toThrow('answered with status 500.');
    const addresses = [1, 2, 3].map(
      (page) => `/api${PROJECTS}?page=${page}&sort=created&filter=a%26b%3Dc+%C2%A3`,
    );
    expect(asked).toEqual(addresses);
    const hashOf = (count: number) => sha256(JSON.stringify({ items: [count] }));
    const hashes = [hashOf(1), hashOf(2), sha256('status 500')];
    expect(known).toEqual(
      Object.fromEntries(addresses.map((address, index) => [url + address, hashes[index]])),
    );
  });

  test.each([
    ['refuses', 403, '{}', 'was answered with status 403. Visitors may not read the collection `projects`'],
    ['answers with what is no JSON', 200, '<html>', 'cannot be read: Unexpected token'],
  ])('fails if the backend %s, and the error names the call', async (_what, status, body, reason) => {
    const url = await failingServer((_request, response) => response.writeHead(status).end(body));
    const reading = openReading(url).read(PROJECTS, { page: 1 });
    await expect(reading).rejects.toBeInstanceOf(BackendError);
    await expect(reading).rejects.toThrow(`${url}/api${PROJECTS}?page=1 ${reason}`);
  });

  test.each([
    'records',
    '/../records',
    '/%2e%2e/records',
    '//../../records',
    '@example.org/records',
    '\\..\\x',
  ])('asks nothing that is not below the API: %s', async (path) => {
    const asked: unknown[] = [];
    const url = await failingServer((request, response) => {
      asked.push(request.url);
      response.end('{}');
    });
    await expect(openReading(url).read(path, {})).rejects.toThrow(
      `${path} cannot be read: name a path below the API, such as /collections/<name>/records.`,
    );
    expect(asked).toEqual([]);
  });
});
