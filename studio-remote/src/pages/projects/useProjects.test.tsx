import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { RouterProvider, createMemoryRouter } from 'react-router-dom';
import { ApiError } from '@site/shared/api/ApiError';
import { listProjects } from '../../api/listProjects';
import type { Project } from '../../api/Project';
import { bareProject } from '../../testing/sampleProject';
import { toCard, type CardProject } from './toCard';
import { useProjects } from './useProjects';
import { visit } from './visit';

jest.mock('../../api/listProjects', () => ({ listProjects: jest.fn() }));
const listMock = jest.mocked(listProjects);

const one = [bareProject({ id: 'one' })];
const two = [bareProject({ id: 'two' })];
const cards = (projects: Project[]) => projects.map(toCard);
const loaded = (projects: Project[]) => ({ status: 'loaded', projects: cards(projects) });
const unreachable = new ApiError({ status: 0 });

beforeEach(() => {
  delete visit.shown;
  listMock.mockReset();
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** Two frames, of which the second follows the first paint, and 300 ms. */
const SKELETONS = 332;
const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));

/** The hook in a page; `states` are those of its renders. */
function open(embedded?: CardProject[]) {
  const states: unknown[] = [];
  const hook = renderHook(
    () => {
      const state = useProjects();
      states.push(state);
      return state;
    },
    {
      wrapper: ({ children }) => {
        const routes = [{ id: 'page', path: '/', element: children }];
        const hydrationData = { loaderData: embedded ? { page: embedded } : {} };
        return <RouterProvider router={createMemoryRouter(routes, { hydrationData })} />;
      },
    },
  );
  return { ...hook, states };
}

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

describe('§4 the project list, where it is not at hand', () => {
  test.each([
    ['loaded', () => Promise.resolve(one), loaded(one)],
    ['loaded without any project', () => Promise.resolve([]), loaded([])],
    ['failed', () => Promise.reject(new ApiError({ status: 500 })), { status: 'error' }],
    ['§8 failed without an answer', () => Promise.reject(unreachable), { status: 'error' }],
    [
      'failed in a way that is not the backend’s',
      () => Promise.reject(new TypeError('x')),
      { status: 'error' },
    ],
  ])('is loading for 300 ms from its first paint, then %s', async (_, answer, outcome) => {
    listMock.mockImplementationOnce(answer);
    const { result } = open();
    expect(result.current).toEqual({ status: 'loading' });
    await pass(SKELETONS - 1);
    expect(result.current).toEqual({ status: 'loading' });
    await pass(1);
    expect(result.current).toEqual(outcome);
  });

  test('is loading for as long as the backend takes, and not longer', async () => {
    const list = pendingList();
    const { result } = open();
    await pass(5000);
    expect(result.current).toEqual({ status: 'loading' });
    list.resolve(one);
    await pass(0);
    expect(result.current).toEqual(loaded(one));
  });

  test('§8 stays as it is if the request was aborted', async () => {
    listMock.mockRejectedValueOnce(new ApiError({ isAbort: true }));
    const { result } = open();
    await pass(10_000);
    expect(result.current).toEqual({ status: 'loading' });
  });
});

/** What makes a list be at hand. */
const AT_HAND: [how: string, open: () => Promise<ReturnType<typeof open>>][] = [
  ['embedded in the page', () => Promise.resolve(open(cards(one)))],
  [
    'shown before in this visit',
    async () => {
      listMock.mockImplementationOnce(() => Promise.resolve(one));
      const first = open();
      await pass(SKELETONS);
      first.unmount();
      return open();
    },
  ],
  [
    'embedded in a page that was left',
    () => {
      listMock.mockImplementationOnce(() => new Promise(() => undefined));
      open(cards(one)).unmount();
      return Promise.resolve(open());
    },
  ],
];

describe.each(AT_HAND)('a list that is %s', (_how, openAtHand) => {
  test('is there in the first render, and read once behind it', async () => {
    const calls = listMock.mock.calls.length;
    const opening = openAtHand();
    listMock.mockResolvedValueOnce(one);
    const { states } = await opening;
    expect(states).toEqual([loaded(one)]);
    await pass(5000);
    expect(states).toEqual([loaded(one)]);
    expect(listMock.mock.calls.length - calls).toBeLessThanOrEqual(2);
  });

  test('gives way to another one at once, without loading in between', async () => {
    listMock.mockResolvedValue(two);
    const { states } = await openAtHand();
    await pass(0);
    expect(states.at(-1)).toEqual(loaded(two));
    expect(states).not.toContainEqual({ status: 'loading' });
  });

  test.each([
    ['§8 without an answer', unreachable],
    ['with an error of the backend', new ApiError({ status: 503 })],
    ['because it was aborted', new ApiError({ isAbort: true })],
    ['with an error of ours', new TypeError('broken')],
  ])('stays if reading it again fails %s', async (_why, error) => {
    listMock.mockRejectedValue(error);
    const { states } = await openAtHand();
    await pass(10_000);
    expect(states.at(-1)).toEqual(loaded(one));
    expect(states).not.toContainEqual({ status: 'error' });
  });
});

test('what reading again has brought is what the visitor finds on coming back', async () => {
  listMock.mockResolvedValueOnce(two);
  const first = open(cards(one));
  await pass(0);
  first.unmount();
  listMock.mockRejectedValueOnce(unreachable);
  const { states } = open();
  expect(states).toEqual([loaded(two)]);
});

describe('leaving the page', () => {
  test.each([
    ['a list that is loading', undefined],
    ['a list that is read again', cards(two)],
  ])('gives the request of %s up and leaves no timer', async (_what, embedded) => {
    const list = pendingList();
    const { states, unmount } = open(embedded);
    const signal = listMock.mock.calls[0]?.[0];
    expect(signal?.aborted).toBe(false);
    unmount();
    expect(signal?.aborted).toBe(true);
    expect(jest.getTimerCount()).toBe(0);
    list.resolve(one);
    await pass(1000);
    expect(states).toHaveLength(1);
  });
});
