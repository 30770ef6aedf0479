import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { ApiError } from '@site/shared/api/ApiError';
import { listProjects } from '../../api/listProjects';
import type { Project } from '../../api/Project';
import { bareProject } from '../../testing/sampleProject';
import { useProjects } from './useProjects';

jest.mock('../../api/listProjects', () => ({ listProjects: jest.fn() }));
const listMock = jest.mocked(listProjects);

const one = [bareProject({ id: 'one' })];
const two = [bareProject({ id: 'two' })];
const unreachable = new ApiError({ status: 0 });

beforeEach(() => {
  listMock.mockReset();
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));

/** A request that is answered by hand. */
function pendingList() {
  let resolve: (projects: Project[]) => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  listMock.mockReturnValueOnce(
    new Promise<Project[]>((...settle) => {
      [resolve, reject] = settle;
    }),
  );
  return { resolve: (projects: Project[]) => resolve(projects), reject: (error: unknown) => reject(error) };
}

// The first tests must run before any success: from then on the list that was shown is remembered (§8).
describe('§8 before the first success of the visit', () => {
  test('a first load that fails with status 0 is shown as an error', async () => {
    listMock.mockRejectedValueOnce(unreachable);
    const { result } = renderHook(() => useProjects());
    await pass(300);
    expect(result.current).toEqual({ status: 'error' });
  });
});

describe('§4 the project list', () => {
  test.each([
    ['loaded', () => Promise.resolve(one), { status: 'loaded', projects: one }],
    ['loaded without any project', () => Promise.resolve([]), { status: 'loaded', projects: [] }],
    ['failed', () => Promise.reject(new ApiError({ status: 500 })), { status: 'error' }],
  ])('is loading for 300 ms, then %s', async (_, answer, outcome) => {
    listMock.mockImplementationOnce(answer);
    const { result } = renderHook(() => useProjects());
    expect(result.current).toEqual({ status: 'loading' });
    await pass(299);
    expect(result.current).toEqual({ status: 'loading' });
    await pass(1);
    expect(result.current).toEqual(outcome);
  });

  test('is loading for as long as the backend takes, and not longer', async () => {
    const list = pendingList();
    const { result } = renderHook(() => useProjects());
    await pass(5000);
    expect(result.current).toEqual({ status: 'loading' });
    list.resolve(one);
    await pass(0);
    expect(result.current).toEqual({ status: 'loaded', projects: one });
  });

  test('an error that is not the backend’s is an error too', async () => {
    listMock.mockRejectedValueOnce(new TypeError('broken'));
    const { result } = renderHook(() => useProjects());
    await pass(300);
    expect(result.current).toEqual({ status: 'error' });
  });
});

describe('§8 what is not reported', () => {
  test('an aborted request is ignored', async () => {
    listMock.mockRejectedValueOnce(new ApiError({ isAbort: true }));
    const { result } = renderHook(() => useProjects());
    await pass(10_000);
    expect(result.current).toEqual({ status: 'loading' });
  });

  test('after a success, a status-0 failure leaves the list that was shown', async () => {
    listMock.mockResolvedValueOnce(two);
    const first = renderHook(() => useProjects());
    await pass(300);
    first.unmount();

    listMock.mockRejectedValueOnce(unreachable);
    const { result } = renderHook(() => useProjects());
    await pass(299);
    expect(result.current).toEqual({ status: 'loading' });
    await pass(1);
    expect(result.current).toEqual({ status: 'loaded', projects: two });
  });

  test('after a success, an answer with an error status is reported all the same', async () => {
    listMock.mockRejectedValueOnce(new ApiError({ status: 503 }));
    const { result } = renderHook(() => useProjects());
    await pass(300);
    expect(result.current).toEqual({ status: 'error' });
  });
});

describe('leaving the page', () => {
  test('gives the request up and leaves no timer', async () => {
    const list = pendingList();
    const { result, unmount } = renderHook(() => useProjects());
    const signal = listMock.mock.calls[0]?.[0];
    expect(signal?.aborted).toBe(false);
    unmount();
    expect(signal?.aborted).toBe(true);
    expect(jest.getTimerCount()).toBe(0);
    list.resolve(one);
    await pass(1000);
    expect(result.current).toEqual({ status: 'loading' });
  });
});
