import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@site/shared/api/ApiError';
import { PENDING_ATTRIBUTE } from '@site/shared/remote';
import { renderAt } from '@site/shared/testing/renderAt';
import { listProjects } from '../../api/listProjects';
import type { Project } from '../../api/Project';
import { sampleProject } from '../../testing/sampleProject';
import { ProjectsPage } from './ProjectsPage';
import { toCard } from './toCard';
import { visit } from './visit';

jest.mock('../../api/listProjects', () => ({ listProjects: jest.fn() }));
const listMock = jest.mocked(listProjects);

const projects = [
  sampleProject({ id: 'a', title: 'Alpha', category: 'Website' }),
  sampleProject({ id: 'b', title: 'Beta', category: 'Mobile App' }),
  sampleProject({ id: 'c', title: 'Gamma', category: 'Website' }),
  sampleProject({ id: 'd', title: 'Delta', category: '' }),
];

const user = userEvent.setup({ advanceTimers: (milliseconds) => jest.advanceTimersByTime(milliseconds) });
/** Two frames, of which the second follows the first paint, and 300 ms. */
const SKELETONS = 332;
const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));

/** The page, with a list embedded in it or without. */
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

const titles = () =>
  within(screen.getByRole('list', { name: 'Projects' }))
    .getAllByRole('heading', { level: 2 })
    .map((heading) => heading.textContent);

beforeEach(() => {
  delete visit.shown;
  delete visit.category;
  listMock.mockReset();
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

describe('§2 the projects page', () => {
  test('shows six skeleton cards while loading, marked for the shell, and says so', async () => {
    listMock.mockResolvedValueOnce(projects);
    const { container } = open();
    await pass(SKELETONS - 1);
    expect(screen.getAllByTestId('skeleton')).toHaveLength(6);
    expect(container.querySelector(`[${PENDING_ATTRIBUTE}]`)).toContainElement(
      screen.getAllByTestId('skeleton')[0] as HTMLElement,
    );
    expect(screen.getByRole('status')).toHaveTextContent('Loading projects');
    expect(screen.queryByText('Alpha')).toBeNull();
    await pass(1);
    expect(screen.queryByTestId('skeleton')).toBeNull();
    expect(container.querySelector(`[${PENDING_ATTRIBUTE}]`)).toBeNull();
    expect(titles()).toEqual(['Alpha', 'Beta', 'Gamma', 'Delta']);
    expect(screen.getByRole('status')).toHaveTextContent('4 projects');
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
    expect(screen.getByRole('link', { name: 'Start a Project' })).toHaveAttribute('href', '/contact');
  });

  test('shows empty texts if there is no project at all', async () => {
    await openLoaded([]);
    expect(screen.getByRole('heading', { name: 'No Projects Found' })).toBeVisible();
    expect(screen.getByText('No projects are available at the moment.')).toBeVisible();
    expect(screen.getAllByRole('button')).toHaveLength(1);
  });
});

describe('§2 the category filter', () => {
  const filter = () => within(screen.getByRole('group', { name: 'Filter by category' }));
  const pressed = () =>
    filter()
      .getAllByRole('button', { pressed: true })
      .map((button) => button.textContent);

  test('has All and each distinct category, and starts at All', async () => {
    await openLoaded(projects);
    expect(
      filter()
        .getAllByRole('button')
        .map((button) => button.textContent),
    ).toEqual(['All', 'Website', 'Mobile App']);
    expect(pressed()).toEqual(['All']);
  });

  test('shows the projects of one category, tells how many, and goes back to all', async () => {
    await openLoaded(projects);
    await user.click(filter().getByRole('button', { name: 'Website' }));
    expect(titles()).toEqual(['Alpha', 'Gamma']);
    expect(pressed()).toEqual(['Website']);
    expect(screen.getByRole('status')).toHaveTextContent('2 projects in Website');
    await user.click(filter().getByRole('button', { name: 'Mobile App' }));
    expect(titles()).toEqual(['Beta']);
    expect(screen.getByRole('status')).toHaveTextContent('1 project in Mobile App');
    await user.click(filter().getByRole('button', { name: 'All' }));
    expect(titles()).toEqual(['Alpha', 'Beta', 'Gamma', 'Delta']);
    expect(listMock).toHaveBeenCalledTimes(1);
  });

  test('stands in the address, where one choice takes the place of the other', async () => {
    const { router } = await openLoaded([
      ...projects,
      sampleProject({ id: 'e', category: 'R&D, Ünïcode+ “x”' }),
    ]);
    const address = () => router.state.location.pathname + router.state.location.search;
    for (const name of ['Website', 'R&D, Ünïcode+ “x”']) {
      const button = filter().getByRole('button', { name });
      await user.click(button);
      expect(router.state.historyAction).toBe('REPLACE');
      expect(address()).toBe(`/projects?category=${encodeURIComponent(name)}`);
      expect(pressed()).toEqual([name]);
      expect(button).toHaveFocus();
      expect(visit.category).toBe(name);
    }
    await user.click(filter().getByRole('button', { name: 'All' }));
    expect(address()).toBe('/projects');
    expect(visit.category).toBeUndefined();
  });

  test('a choice that is made already is no move, which would scroll to the top', async () => {
    const { router } = await openLoaded(projects, '/projects?category=Website');
    const { location } = router.state;
    await user.click(filter().getByRole('button', { name: 'Website' }));
    expect(router.state.location).toBe(location);
  });

  test('has no button for a category of the address that no project has, and shows all', async () => {
    await openLoaded(projects, '/projects?category=Underwater');
    expect(screen.queryByText(/Underwater/)).toBeNull();
    expect(pressed()).toEqual(['All']);
    expect(titles()).toHaveLength(4);
    expect(visit.category).toBeUndefined();
  });

  test('gives the document the title and the canonical address of what is shown', async () => {
    await openLoaded(projects, '/projects?category=Mobile%20App');
    const canonical = () => document.head.querySelector('link[rel=canonical]')?.getAttribute('href');
    expect(document.title).toMatch(/^Mobile App projects/);
    expect(canonical()).toMatch(/\/projects\?category=Mobile%20App$/);
    await user.click(filter().getByRole('button', { name: 'All' }));
    expect(document.title).toMatch(/^Projects/);
    expect(canonical()).toMatch(/\/projects$/);
  });

  test('is pressed by the space bar, too', async () => {
    await openLoaded(projects);
    filter().getByRole('button', { name: 'Website' }).focus();
    await user.keyboard(' ');
    expect(pressed()).toEqual(['Website']);
  });

  test('tells a category called All from all projects', async () => {
    await openLoaded([...projects, sampleProject({ id: 'e', title: 'Epsilon', category: 'All' })]);
    expect(pressed()).toEqual(['All']);
    await user.click(filter().getByRole('button', { name: 'Category “All”' }));
    expect(titles()).toEqual(['Epsilon']);
    expect(pressed()).toEqual(['Category “All”']);
    await user.click(filter().getByRole('button', { name: 'All' }));
    expect(titles()).toHaveLength(5);
  });
});

describe('a list that is embedded in the page', () => {
  const filter = (name: string) =>
    within(screen.getByRole('group', { name: 'Filter by category' })).getByRole('button', { name });

  /** The page with a list, and what answers the reading behind it. */
  function openEmbedded(list: Project[] = projects) {
    let answer: (list: Project[]) => void = () => undefined;
    listMock.mockReturnValueOnce(
      new Promise((resolve) => {
        answer = resolve;
      }),
    );
    const view = open(list);
    const readAgain = async (again: Project[]) => {
      answer(again);
      await pass(0);
    };
    return { ...view, readAgain };
  }

  test('is there at once, read once, and an equal answer touches nothing', async () => {
    const { container, readAgain } = openEmbedded();
    expect(titles()).toEqual(['Alpha', 'Beta', 'Gamma', 'Delta']);
    expect(container.querySelector(`[${PENDING_ATTRIBUTE}]`)).toBeNull();
    const changes: MutationRecord[] = [];
    const observer = new MutationObserver((records) => changes.push(...records));
    observer.observe(container, { childList: true, subtree: true, attributes: true, characterData: true });
    await readAgain(projects);
    await pass(1000);
    observer.disconnect();
    expect(changes).toEqual([]);
    expect(listMock).toHaveBeenCalledTimes(1);
  });

  test('gives way to another answer, keeping filter, focus and the cards that stay', async () => {
    const { readAgain } = openEmbedded();
    await user.click(filter('Website'));
    const link = screen.getByRole('link', { name: 'Gamma' });
    link.focus();
    const [, gamma] = screen.getAllByRole('article');
    await readAgain([
      sampleProject({ id: 'c', title: 'Gamma', category: 'Website', description: 'Now with a view.' }),
      sampleProject({ id: 'e', title: 'Epsilon', category: 'Website' }),
      sampleProject({ id: 'f', title: 'Zeta', category: 'Design' }),
    ]);
    expect(titles()).toEqual(['Gamma', 'Epsilon']);
    expect(screen.getAllByRole('article')[0]).toBe(gamma);
    expect(screen.getByText('Now with a view.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Gamma' })).toBe(link);
    expect(link).toHaveFocus();
    expect(filter('Website')).toHaveAttribute('aria-pressed', 'true');
    expect(filter('Design')).toBeVisible();
  });

  test('§2 keeps a category whose last project is gone, and says that it is empty', async () => {
    const { readAgain } = openEmbedded();
    await user.click(filter('Mobile App'));
    await readAgain(projects.filter(({ category }) => category !== 'Mobile App'));
    expect(screen.getByText('No projects found in "Mobile App" category.')).toBeVisible();
    expect(filter('Mobile App')).toHaveFocus();
    expect(filter('Mobile App')).toHaveAttribute('aria-pressed', 'true');
  });

  test('shows a cover that has taken the place of one that could not be loaded', async () => {
    const { container, readAgain } = openEmbedded([sampleProject({ coverImage: 'broken.jpg' })]);
    // The copies, then the file.
    for (const cover of [...container.querySelectorAll('article img')]) fireEvent.error(cover);
    for (const cover of [...container.querySelectorAll('article img')]) fireEvent.error(cover);
    expect(container.querySelector('article img')).toBeNull();
    await readAgain([sampleProject({ coverImage: 'whole.jpg' })]);
    expect(container.querySelector('article img')?.getAttribute('src')).toContain('whole.jpg');
  });
});

describe('§8 a list that cannot be loaded', () => {
  test('says so, and Try Again reloads the page', async () => {
    listMock.mockRejectedValueOnce(new ApiError({ status: 500 }));
    open();
    await pass(SKELETONS);
    expect(screen.getByRole('alert')).toHaveTextContent('Error Loading Projects');
    expect(screen.getByRole('heading', { name: 'Error Loading Projects' })).toBeVisible();
    expect(screen.getByText('Failed to load projects. Please try again later.')).toBeVisible();
    expect(screen.queryByTestId('skeleton')).toBeNull();

    // jsdom cannot load pages and reports every attempt on the console.
    const attempts: unknown[] = [];
    jest.spyOn(console, 'error').mockImplementation((attempt) => void attempts.push(attempt));
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(attempts).toEqual([expect.objectContaining({ message: expect.stringContaining('navigation') })]);
  });
});
