import { beforeEach, describe, expect, test } from '@jest/globals';
import { get } from '@site/shared/api/client';
import { ApiError } from '@site/shared/api/ApiError';
import { listProjects } from './listProjects';

jest.mock('@site/shared/api/client', () => ({ get: jest.fn() }));
const getMock = jest.mocked(get);

const records = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => ({ id: `id${from + index}` }));

beforeEach(() => {
  getMock.mockReset();
});

describe('§7 the project list', () => {
  test('is requested in pages of 500, oldest first, until a page is not full', async () => {
    for (const items of [records(500), records(500, 500), []])
      getMock.mockResolvedValueOnce({ items, perPage: 500 });
    const { signal } = new AbortController();
    const projects = await listProjects(signal);
    expect(projects.map(({ id }) => id)).toEqual(records(1000).map(({ id }) => id));
    expect(getMock.mock.calls).toEqual(
      [1, 2, 3].map((page) => [
        '/collections/projects/records',
        { page, perPage: 500, sort: 'created', skipTotal: 1 },
        signal,
      ]),
    );
  });

  test('the next page is requested if a page is as full as the backend allows', async () => {
    getMock
      .mockResolvedValueOnce({ items: records(100), perPage: 100 })
      .mockResolvedValueOnce({ items: records(5, 100), perPage: 100 });
    await expect(listProjects()).resolves.toHaveLength(105);
  });

  test.each([0, -1, '1', null, undefined])(
    'stops after a page of fewer than 500 records if the page size in the answer is %j',
    async (perPage) => {
      getMock.mockResolvedValueOnce({ items: records(2), perPage });
      await expect(listProjects()).resolves.toHaveLength(2);
      expect(getMock).toHaveBeenCalledTimes(1);
    },
  );

  test('stops after 20 full pages, and contains each project once', async () => {
    getMock.mockResolvedValue({ items: records(500), perPage: 500 });
    await expect(listProjects()).resolves.toHaveLength(500);
    expect(getMock).toHaveBeenCalledTimes(20);
  });

  test('begins with the projects that have a position, whatever page they are on', async () => {
    const [last, first] = [
      { id: 'last', position: 2 },
      { id: 'first', position: 1.5 },
    ];
    getMock
      .mockResolvedValueOnce({ items: [...records(499), last], perPage: 500 })
      .mockResolvedValueOnce({ items: [{ id: 'zero', position: 0 }, first], perPage: 500 });
    const ids = (await listProjects()).map(({ id }) => id);
    expect(ids).toEqual(['first', 'last', ...records(499).map(({ id }) => id), 'zero']);
  });

  test('leaves out records that are not projects', async () => {
    getMock.mockResolvedValueOnce({ items: [null, 'x', {}, { id: 'id1' }] });
    await expect(listProjects()).resolves.toMatchObject([{ id: 'id1' }]);
  });

  test.each([{}, { items: null }, { items: { 0: {} } }])(
    'cannot be read if an answer is %j',
    async (answer) => {
      getMock.mockResolvedValueOnce({ items: records(500) }).mockResolvedValueOnce(answer);
      const error = { constructor: ApiError, status: 200, response: answer };
      await expect(listProjects()).rejects.toMatchObject(error);
    },
  );
});
