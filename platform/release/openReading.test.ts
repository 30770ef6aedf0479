import { describe, expect, test } from '@jest/globals';
import { sha256 } from '../build/sha256';
import { failingServer } from '../testing/failingServer';
import { BackendError } from './BackendError';
import { openReading } from './openReading';

const PROJECTS = '/collections/projects/records';
const AUTHOR = { collectionId: 'pbc_2', collectionName: 'authors' };

describe('a reading of the backend', () => {
  test('each request is sent once, even if it fails, and all callers get the same answer', async () => {
    const asked: (string | undefined)[] = [];
    const url = await failingServer((request, response) => {
      asked.push(request.url);
      if (request.url?.includes('page=3')) response.statusCode = 500;
      response.end(JSON.stringify({ items: [asked.length] }));
    });
    const { read } = openReading(url);
    const query = { page: 1, sort: 'created' };
    const answers = await Promise.all([read(PROJECTS, query), read(PROJECTS, { ...query })]);
    answers.push(await read(PROJECTS, query));
    expect(answers).toEqual(Array(3).fill({ items: [1] }));
    expect(await read(PROJECTS, { ...query, page: 2 })).toEqual({ items: [2] });
    for (let attempt = 0; attempt < 2; attempt += 1)
      await expect(read(PROJECTS, { ...query, page: 3 })).rejects.toThrow('answered with status 500.');
    expect(asked).toHaveLength(3);
  });

  test('each answer is kept as it came, under the address that visitors request', async () => {
    const record = { collectionId: 'pbc_1', collectionName: 'projects', expand: { by: { ...AUTHOR } } };
    const body = `{"items": [${JSON.stringify(record)}]}`;
    const url = await failingServer((request, response) => {
      if (request.url?.includes('page=2')) response.statusCode = 500;
      response.end(body);
    });
    const { read, answers } = openReading(url);
    const query = { sort: 'created', filter: 'a&b=c £' };
    await read(PROJECTS, { page: 1, ...query });
    await expect(read(PROJECTS, { page: 2, ...query })).rejects.toThrow('answered with status 500.');
    const listAddress = (page: number) => `${PROJECTS}?page=${page}&sort=created&filter=a%26b%3Dc+%C2%A3`;
    expect(answers).toEqual({
      [listAddress(1)]: {
        hash: sha256(body),
        text: body,
        collections: ['authors', 'pbc_1', 'pbc_2', 'projects'],
      },
      [listAddress(2)]: { hash: sha256('status 500') },
    });
  });

  test.each([
    ['refuses', 403, '{}', 'was answered with status 403. Visitors may not read the collection `projects`'],
    ['does not answer with JSON', 200, '<html>', 'cannot be read: Unexpected token'],
  ])('an error names the request if the backend %s', async (_what, status, body, reason) => {
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
  ])('nothing outside the API is requested: %s', async (path) => {
    const asked: unknown[] = [];
    const url = await failingServer((request, response) => {
      asked.push(request.url);
      response.end('{}');
    });
    await expect(openReading(url).read(path, {})).rejects.toThrow(
      `${path} cannot be read: name a path below the API, such as /collections/<collection>/records.`,
    );
    expect(asked).toEqual([]);
  });

  test('a redirect is not followed, and the error says what to do', async () => {
    const asked: unknown[] = [];
    const elsewhere = await failingServer((request, response) => {
      asked.push(request.url);
      response.end('{"items":[]}');
    });
    const url = await failingServer((_request, response) =>
      response.writeHead(302, { location: elsewhere }).end(),
    );
    await expect(openReading(url).read(PROJECTS, {})).rejects.toThrow(
      `${url}/api${PROJECTS} was answered with status 302. The backend redirects to another address: pass its own address with --backend.`,
    );
    expect(asked).toEqual([]);
  });

  test.each([200, 500])('an endless response with status %d is soon cut off', async (status) => {
    let sent = 0;
    const url = await failingServer((_request, response) => {
      response.writeHead(status);
      const part = Buffer.alloc(1_000_000, ' ');
      const send = () => {
        while (!response.destroyed && response.write(part)) sent += part.length;
        sent += part.length;
      };
      response.on('drain', send);
      send();
    });
    const error: unknown = await openReading(url)
      .read(PROJECTS, {})
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'BackendError', status });
    // A response with status 200 suggests that the backend is available, so the error blames the app for reading too much.
    if (status === 200) expect(String(error)).toContain('Read fewer records, or fewer fields of them.');
    expect(sent).toBeLessThan(100_000_000);
  });

  test('the answers for one app may be 64 MB long in total', async () => {
    const body = JSON.stringify({ items: ['x'.repeat(20_000_000)] });
    const url = await failingServer((_request, response) => response.end(body));
    const { read } = openReading(url);
    const page = (number: number) => read(PROJECTS, { page: number });
    for (const number of [1, 2, 3]) expect(await page(number)).toHaveProperty('items');
    await expect(page(4)).rejects.toThrow('longer than 64 MB together');
    await expect(openReading(url).read(PROJECTS, { page: 4 })).resolves.toHaveProperty('items');
  });
});
