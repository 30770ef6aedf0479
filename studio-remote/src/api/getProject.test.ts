import { beforeEach, describe, expect, test } from '@jest/globals';
import { ApiError } from '@site/shared/api/ApiError';
import { get } from '@site/shared/api/client';
import { getProject } from './getProject';

jest.mock('@site/shared/api/client', () => ({ get: jest.fn() }));
const getMock = jest.mocked(get);

beforeEach(() => {
  getMock.mockReset();
});

describe('§7 one project', () => {
  test.each(['abc', 'x'.repeat(255)])(
    'is a list filtered by id, of which the first item is read: %s',
    async (id) => {
      getMock.mockResolvedValueOnce({ items: [{ id, title: 'One' }, { id: 'abd' }] });
      const { signal } = new AbortController();
      await expect(getProject(id, signal)).resolves.toMatchObject({ id, title: 'One' });
      expect(getMock.mock.calls).toEqual([
        ['/collections/projects/records', { filter: `id='${id}'` }, signal],
      ]);
    },
  );

  test('zero results mean that there is none', async () => {
    getMock.mockResolvedValueOnce({ items: [] });
    await expect(getProject('abc')).resolves.toBeUndefined();
  });

  test.each([
    ...['', 'a\0b', 'abc\n', 'x'.repeat(256), "o'brien", "x' || id!='", 'x\\', '"x"', '日本', 'a b'],
    ...['{:x}', '@now', '@request.auth.id'],
  ])('there is none with the impossible id %j, and nobody is asked', async (id) => {
    await expect(getProject(id)).resolves.toBeUndefined();
    expect(getMock).not.toHaveBeenCalled();
  });

  test('an answer without a list is an error', async () => {
    getMock.mockResolvedValueOnce({ id: 'abc' });
    const error = { constructor: ApiError, status: 200, response: { id: 'abc' } };
    await expect(getProject('abc')).rejects.toMatchObject(error);
  });
});
