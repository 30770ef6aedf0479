import { describe, expect, test } from '@jest/globals';
import { sha256 } from '../build/sha256';
import { failingServer } from '../testing/failingServer';
import { BackendError, openReading } from './read';

const PROJECTS = '/collections/projects/records';

describe('a reading of the backend', () => {
  test('asks each thing once, by the calls that visitors make, also of those who ask at the same time', async () => {
    const asked: (string | undefined)[] = [];
    const url = await failingServer((request, response) => {
      asked.push(request.url);
      response.end(JSON.stringify({ items: [asked.length] }));
    });
    const { read, answers: known } = openReading(url);
    const query = { page: 1, sort: 'created', filter: 'a&b=c £' };
    const answers = await Promise.all([read(PROJECTS, query), read(PROJECTS, { ...query })]);
    expect([...answers, await read(PROJECTS, query)]).toEqual(Array(3).fill({ items: [1] }));
    expect(await read(PROJECTS, { ...query, page: 2 })).toEqual({ items: [2] });
    const addresses = [1, 2].map(
      (page) => `/api${PROJECTS}?page=${page}&sort=created&filter=a%26b%3Dc+%C2%A3`,
    );
    expect(asked).toEqual(addresses);
    const hashOf = (count: number) => sha256(JSON.stringify({ items: [count] }));
    expect(known).toEqual({ [`${url}${addresses[0]}`]: hashOf(1), [`${url}${addresses[1]}`]: hashOf(2) });
  });

  test('is of one moment: what failed is not asked again', async () => {
    let asked = 0;
    const { read, answers } = openReading(
      await failingServer((_request, response) => {
        asked += 1;
        response.writeHead(asked === 1 ? 500 : 200).end('{}');
      }),
    );
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await expect(read(PROJECTS, {})).rejects.toThrow('it was answered with status 500.');
    }
    expect(asked).toBe(1);
    expect(answers).toEqual({});
    const url = await failingServer((_request, response) => response.end('{}'));
    expect(await openReading(url).read(PROJECTS, {})).toEqual({});
  });

  test.each([
    ['refuses', 403, '{}', 'it was answered with status 403.'],
    ['is too busy', 429, '{}', 'it was answered with status 429.'],
    ['answers with what is no JSON', 200, '<html>', 'JSON'],
  ])('fails if the backend %s, and the error names the call', async (_what, status, body, reason) => {
    const url = await failingServer((_request, response) => response.writeHead(status).end(body));
    const reading = openReading(url).read(PROJECTS, { page: 1 });
    await expect(reading).rejects.toBeInstanceOf(BackendError);
    await expect(reading).rejects.toThrow(`${url}/api${PROJECTS}?page=1 cannot be read: `);
    await expect(reading).rejects.toThrow(reason);
  });
});
