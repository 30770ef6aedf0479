import { beforeEach, describe, expect, test } from '@jest/globals';
import { ApiError } from '@site/shared/api/ApiError';
import { get } from '@site/shared/api/client';
import { getProject } from './getProject';

jest.mock('@site/shared/api/client', () => ({ get: jest.fn() }));
const getMock = jest.mocked(get);

beforeEach(() => {
  getMock.mockReset();
  getMock.mockResolvedValue({ items: [] });
});

describe('§7 one project', () => {
  test('is a list filtered by id, of which the first item is read', async () => {
    getMock.mockResolvedValueOnce({ items: [{ id: 'abc', title: 'One' }, { id: 'abd' }] });
    const { signal } = new AbortController();
    await expect(getProject('abc', signal)).resolves.toMatchObject({ id: 'abc', title: 'One' });
    expect(getMock.mock.calls).toEqual([['/collections/projects/records', { filter: "id='abc'" }, signal]]);
  });

  test('may have the longest id that the backend takes', async () => {
    const id = 'x'.repeat(255);
    await getProject(id);
    expect(getMock.mock.calls[0]?.[1]).toEqual({ filter: `id='${id}'` });
  });

  test('zero results mean that there is none', async () => {
    await expect(getProject('abc')).resolves.toBeUndefined();
  });

  test.each([
    '',
    'a\0b',
    'abc\n',
    'x'.repeat(256),
    "o'brien",
    "x' || id!='",
    'x\\',
    '"x"',
    '日本',
    'a b',
    '{:x}',
    '@now',
    '@request.auth.id',
  ])('there is none with the impossible id %j, and nobody is asked', async (id) => {
    await expect(getProject(id)).resolves.toBeUndefined();
    expect(getMock).not.toHaveBeenCalled();
  });

  test('an answer without a list is an error', async () => {
    getMock.mockResolvedValueOnce({ id: 'abc' });
    const reading = getProject('abc');
    await expect(reading).rejects.toBeInstanceOf(ApiError);
    await expect(reading).rejects.toMatchObject({ status: 200, response: { id: 'abc' } });
  });

  test('a failure is passed on', async () => {
    getMock.mockRejectedValueOnce(new ApiError({ status: 500 }));
    await expect(getProject('abc')).rejects.toMatchObject({ status: 500 });
  });
});
