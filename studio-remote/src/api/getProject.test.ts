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
  test.each([
    [3, 'abc'],
    [255, 'x'.repeat(255)],
  ])(
    'is read as the first item of a list that is filtered by an id of %i characters',
    async (_length, id) => {
      getMock.mockResolvedValueOnce({ items: [{ id, title: 'One' }, { id: 'abd' }] });
      const { signal } = new AbortController();
      await expect(getProject(id, signal)).resolves.toMatchObject({ id, title: 'One' });
      expect(getMock.mock.calls).toEqual([
        ['/collections/projects/records', { filter: `id='${id}'` }, signal],
      ]);
    },
  );

  test('does not exist if the list is empty', async () => {
    getMock.mockResolvedValueOnce({ items: [] });
    await expect(getProject('abc')).resolves.toBeUndefined();
  });

  const impossibleIds = [
    ...['', 'a\0b', 'abc\n', 'x'.repeat(256), "o'brien", "x' || id!='", 'x\\', '"x"', '日本', 'a b'],
    ...['{:x}', '@now', '@request.auth.id'],
  ];
  test.each(impossibleIds.map((id) => [id.slice(0, 20), id] as const))(
    'an impossible id gives undefined, and no request is sent: %j',
    async (_start, id) => {
      await expect(getProject(id)).resolves.toBeUndefined();
      expect(getMock).not.toHaveBeenCalled();
    },
  );

  test('cannot be read if the response is not a list', async () => {
    getMock.mockResolvedValueOnce({ id: 'abc' });
    const error = { constructor: ApiError, status: 200, response: { id: 'abc' } };
    await expect(getProject('abc')).rejects.toMatchObject(error);
  });
});
