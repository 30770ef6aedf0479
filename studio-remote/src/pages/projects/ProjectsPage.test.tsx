import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@site/shared/api/ApiError';
import { PENDING_ATTRIBUTE } from '@site/shared/contract';
import { renderAt } from '@site/shared/testing/renderAt';
import { listProjects } from '../../api/listProjects';
import type { Project } from '../../api/Project';
import { forgetSession } from '../../testing/forgetSession';
import { sampleProject } from '../../testing/sampleProject';
import { ProjectsPage } from './ProjectsPage';
import { toCard } from '../../projects/toCard';
import { session, updateSession } from '../../projects/session';

jest.mock('../../api/listProjects', () => ({ listProjects: jest.fn() }));
const listMock = jest.mocked(listProjects);

const projects = [
  sampleProject({ id: 'a', title: 'Alpha', category: 'Website' }),
  sampleProject({ id: 'b', title: 'Beta', category: 'Mobile App' }),
  sampleProject({ id: 'c', title: 'Gamma', category: 'Website' }),
  sampleProject({ id: 'd', title: 'Delta', category: '' }),
];
const others = [sampleProject({ id: 'e', title: 'Epsilon' })];

const user = userEvent.setup({ advanceTimers: (milliseconds) => jest.advanceTimersByTime(milliseconds) });
/** The time for which skeletons are shown, in milliseconds: two frames until the first paint, then 300 ms. */
const SKELETONS = 332;
const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));

function open(embedded?: Project[], address = '/projects') {
  const page = { id: 'page', path: '/projects', Component: ProjectsPage };
  return renderAt(address, [page], embedded && { page: embedded.map(toCard) });
}

async function openLoaded(list: Project[], address?: string) {
  listMock.mockResolvedValueOnce(list);
  const view = open(undefined, address);
  await pass(SKELETONS);
  return view;
}

function pendingList() {
  let resolve: (list: Project[]) => void = () => undefined;
  listMock.mockReturnValueOnce(new Promise((settle) => (resolve = settle)));
  return async (list: Project[]) => {
    resolve(list);
    await pass(0);
  };
}

const ABORTED = new ApiError({ isAbort: true });
const FAILURES = [
  ['with a backend error', new ApiError({ status: 503 })],
  ['with a script error', new TypeError('broken')],
] as const;

const titles = () =>
  screen.queryAllByRole('heading', { level: 2, name: /^[A-Z]\w+$/ }).map((one) => one.textContent);
const skeletons = () => screen.queryAllByTestId('skeleton');
const filter = () => within(screen.getByRole('group', { name: 'Filter by category' }));
const choose = (name: string) => user.click(filter().getByRole('button', { name }));
const choices = (which = {}) =>
  filter()
    .getAllByRole('button', which)
    .map((button) => button.textContent);
const pressed = () => choices({ pressed: true });

beforeEach(() => {
  forgetSession();
  listMock.mockReset();
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

describe('§4 a project list that must be requested first', () => {
  const none = { heading: 'No Projects Found', words: 'No projects are available at the moment.' };
  const again = 'Failed to load projects. Please try again later.';
  const failed = { heading: 'Error Loading Projects', words: again };
  test.each([
    { outcome: 'the projects', answer: projects, heading: 'Alpha', words: '4 projects' },
    { outcome: '§2 the empty state', answer: [], ...none },
    ...FAILURES.map(([how, answer]) => ({
      outcome: `§8 the error state after failing ${how}`,
      answer,
      ...failed,
    })),
  ])('shows six skeletons for 300 ms, then $outcome', async ({ answer, heading, words }) => {
    listMock.mockImplementationOnce(() =>
      answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer),
    );
    const { container } = open();
    await pass(SKELETONS - 1);
    expect(skeletons()).toHaveLength(6);
    const marked = container.querySelector(`[${PENDING_ATTRIBUTE}]`);
    expect(marked).toContainElement(skeletons()[0] as HTMLElement);
    expect(screen.getByRole('status')).toHaveTextContent('Loading projects');
    await pass(1);
    expect(skeletons()).toHaveLength(0);
    expect(container.querySelector(`[${PENDING_ATTRIBUTE}]`)).toBeNull();
    expect(screen.getByRole('heading', { level: 2, name: heading })).toBeVisible();
    expect(screen.getByText(words)).toBeInTheDocument();
    expect(screen.queryByRole('alert') !== null).toBe(answer instanceof Error);
  });

  test('shows its skeletons until the backend has responded', async () => {
    const answer = pendingList();
    open();
    await pass(5000);
    expect(skeletons()).toHaveLength(6);
    await answer(projects);
    expect(titles()).toEqual(['Alpha', 'Beta', 'Gamma', 'Delta']);
  });

  test('§8 keeps its skeletons if the request was aborted', async () => {
    listMock.mockRejectedValueOnce(ABORTED);
    open();
    await pass(10_000);
    expect(skeletons()).toHaveLength(6);
  });
});

describe.each([
  ['embedded in the page', projects, undefined],
  ['known from earlier in this visit', undefined, projects],
])('§4 a list that is %s', (_how, embedded, before) => {
  beforeEach(() => {
    updateSession({ list: before?.map(toCard) });
  });

  test('is shown at once, is requested once, and is not changed by an identical response', async () => {
    const answer = pendingList();
    const { container } = open(embedded);
    expect(titles()).toEqual(['Alpha', 'Beta', 'Gamma', 'Delta']);
    expect(container.querySelector(`[${PENDING_ATTRIBUTE}]`)).toBeNull();
    const changes: MutationRecord[] = [];
    const observer = new MutationObserver((records) => changes.push(...records));
    observer.observe(container, { childList: true, subtree: true, attributes: true, characterData: true });
    await answer(projects);
    await pass(5000);
    observer.disconnect();
    expect(changes).toEqual([]);
    expect(listMock).toHaveBeenCalledTimes(1);
  });

  test('is replaced by a different response, which is also shown on a return to the page', async () => {
    listMock.mockResolvedValueOnce(others);
    const { unmount } = open(embedded);
    await pass(0);
    expect(titles()).toEqual(['Epsilon']);
    unmount();
    listMock.mockRejectedValueOnce(new ApiError({ status: 0 }));
    open();
    expect(titles()).toEqual(['Epsilon']);
    await pass(10_000);
  });

  test.each([...FAILURES, ['because it was aborted', ABORTED]] as const)(
    '§8 stays if the new request fails %s',
    async (_why, error) => {
      listMock.mockRejectedValueOnce(error);
      open(embedded);
      await pass(10_000);
      expect(titles()).toHaveLength(4);
      expect(screen.queryByRole('alert')).toBeNull();
    },
  );
});

describe('§2 the page of a category, which contains only its own projects', () => {
  const [alpha, , gamma] = projects.map(toCard);
  const part = { cards: [alpha, gamma], categories: ['Website', 'Mobile App'] };
  const openPart = () => {
    const page = { id: 'page', path: '/projects', Component: ProjectsPage };
    return renderAt('/projects?category=Website', [page], { page: part });
  };

  test('is shown at once, with all categories, and has the other projects after one request', async () => {
    const answer = pendingList();
    openPart();
    expect(titles()).toEqual(['Alpha', 'Gamma']);
    expect(choices()).toEqual(['All', 'Website', 'Mobile App']);
    expect(pressed()).toEqual(['Website']);
    await choose('Mobile App');
    expect(skeletons()).toHaveLength(6);
    expect(pressed()).toEqual(['Mobile App']);
    await choose('Website');
    expect(titles()).toEqual(['Alpha', 'Gamma']);
    await choose('All');
    expect(skeletons()).toHaveLength(6);
    await answer(projects);
    expect(titles()).toEqual(['Alpha', 'Beta', 'Gamma', 'Delta']);
    expect(listMock).toHaveBeenCalledTimes(1);
    expect(session.list).toHaveLength(4);
  });

  test('§8 stays if the request fails; only the other categories say so', async () => {
    listMock.mockRejectedValueOnce(new ApiError({ status: 503 }));
    openPart();
    await pass(10_000);
    expect(titles()).toEqual(['Alpha', 'Gamma']);
    expect(screen.queryByRole('alert')).toBeNull();
    await choose('All');
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to load projects.');
  });
});

test.each([
  ['no list', undefined],
  ['an embedded list', others],
])('§8 leaving a page with %s aborts the page’s request and clears the timers', (_, embedded) => {
  pendingList();
  const { unmount } = open(embedded);
  const signal = listMock.mock.calls[0]?.[0];
  expect(signal?.aborted).toBe(false);
  unmount();
  expect(signal?.aborted).toBe(true);
  expect(jest.getTimerCount()).toBe(0);
  expect(session.list).toEqual(embedded?.map(toCard));
});

describe('§2 the category filter', () => {
  test('lays out the remaining cards in the rhythm and the order of the list', async () => {
    await openLoaded(projects);
    const list = () => screen.getByRole('list', { name: 'Projects' });
    const sides = () => Array.from(list().children, ({ className }) => className);
    expect(sides()).toEqual(['both', 'left', 'right', 'both']);
    await choose('Website');
    expect(sides()).toEqual(['left', 'right']);
    await choose('Mobile App');
    expect(sides()).toEqual(['both']);
    expect(titles()).toEqual(['Beta']);
  });

  test('has a button for all projects and for each category', async () => {
    await openLoaded(projects);
    expect(choices()).toEqual(['All', 'Website', 'Mobile App']);
  });

  test('shows the projects, the count and the title of a category, without a request', async () => {
    await openLoaded(projects);
    for (const [name, shown, status, title] of [
      ['Website', ['Alpha', 'Gamma'], '2 projects in Website', 'Website projects'],
      ['Mobile App', ['Beta'], '1 project in Mobile App', 'Mobile App projects'],
      ['All', ['Alpha', 'Beta', 'Gamma', 'Delta'], '4 projects', 'Projects'],
    ] as const) {
      await choose(name);
      expect(titles()).toEqual(shown);
      expect(pressed()).toEqual([name]);
      expect(screen.getByRole('status')).toHaveTextContent(status);
      expect(document.title).toMatch(new RegExp(`^${title} `));
    }
    expect(document.head.querySelector('link[rel=canonical]')?.getAttribute('href')).toMatch(/\/projects$/);
    expect(listMock).toHaveBeenCalledTimes(1);
  });

  test('does not navigate when the chosen category is chosen again', async () => {
    const { router } = await openLoaded(projects, '/projects?category=Website');
    const { location } = router.state;
    await choose('Website');
    expect(router.state.location).toBe(location);
  });

  test('distinguishes a category called All from all projects', async () => {
    await openLoaded([...projects, ...others.map((other) => ({ ...other, category: 'All' }))]);
    expect(pressed()).toEqual(['All']);
    await choose('Category “All”');
    expect(titles()).toEqual(['Epsilon']);
  });

  test('keeps the choice, the focus and the remaining cards when the list is replaced', async () => {
    const answer = pendingList();
    open(projects);
    await choose('Website');
    const link = screen.getByRole('link', { name: 'Gamma' });
    link.focus();
    await answer([
      sampleProject({ id: 'c', title: 'Gamma', category: 'Website', description: 'Now with a view.' }),
      sampleProject({ id: 'e', title: 'Epsilon', category: 'Website' }),
      sampleProject({ id: 'f', title: 'Zeta', category: 'Design' }),
    ]);
    expect(titles()).toEqual(['Gamma', 'Epsilon']);
    expect(screen.getByText('Now with a view.')).toBeVisible();
    expect(link).toHaveFocus();
    expect(pressed()).toEqual(['Website']);
    expect(choices()).toContain('Design');
  });

  test('keeps the chosen category when its last project is removed, and says that none are left', async () => {
    const answer = pendingList();
    open(projects);
    await choose('Mobile App');
    await answer(projects.filter(({ category }) => category !== 'Mobile App'));
    expect(screen.getByText('No projects found in "Mobile App" category.')).toBeVisible();
    expect(filter().getByRole('button', { name: 'Mobile App' })).toHaveFocus();
    expect(pressed()).toEqual(['Mobile App']);
  });
});
