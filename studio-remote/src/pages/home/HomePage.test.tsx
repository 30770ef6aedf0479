import { beforeEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@site/shared/api/ApiError';
import { renderAt } from '@site/shared/testing/renderAt';
import { listProjects } from '../../api/listProjects';
import type { Project } from '../../api/Project';
import { sampleProject } from '../../testing/sampleProject';
import { toCard } from '../projects/toCard';
import { visit } from '../projects/visit';
import { HomePage } from './HomePage';

jest.mock('../../api/listProjects', () => ({ listProjects: jest.fn() }));
const listMock = jest.mocked(listProjects);

/** The page with work embedded in it; with undefined, as after a move. */
function showHome(embedded?: Project[]) {
  const pages = [
    { id: 'home', path: '/', Component: HomePage },
    { path: '/projects/:projectId', element: <h1>The project</h1> },
  ];
  return renderAt('/', pages, embedded && { home: embedded.map(toCard) });
}

beforeEach(() => {
  delete visit.shown;
  delete visit.selected;
  delete visit.opened;
  listMock.mockReset();
});

describe('§4 selected work', () => {
  const project = (id: string, status = 'Completed') => sampleProject({ id, title: `Title ${id}`, status });
  const list = ['a', 'b', 'c', 'd', 'e'].map((id) => project(id, id === 'd' ? 'In Progress' : undefined));
  const section = () => within(screen.getByRole('region', { name: 'Selected work' }));
  const heading = () => screen.queryByRole('heading', { level: 2, name: 'Selected work' });
  const titles = () => section().getAllByRole('heading', { level: 3 });

  test('stands right after the hero, each with its cover, and leads to its project', async () => {
    const { container } = showHome([project('b'), project('a')]);
    expect(screen.getAllByRole('heading', { level: 2 })[0]).toBe(heading());
    expect(titles().map(({ textContent }) => textContent)).toEqual(['Title b', 'Title a']);
    expect(container.querySelectorAll('article img')).toHaveLength(2);
    expect(section().getByRole('link', { name: 'See all projects' })).toHaveAttribute('href', '/projects');
    await userEvent.click(screen.getByRole('link', { name: 'Title b' }));
    expect(screen.getByRole('heading', { name: 'The project' })).toBeVisible();
    expect(visit).toMatchObject({ opened: 'b', selected: [{ id: 'b' }, { id: 'a' }] });
    expect(listMock).not.toHaveBeenCalled();
  });

  test('after a move has its room while it is read: the newest four that are completed', async () => {
    let arrive: (projects: Project[]) => void = () => undefined;
    listMock.mockReturnValueOnce(new Promise((resolve) => (arrive = resolve)));
    showHome();
    expect(heading()).toBeVisible();
    expect(section().queryByRole('article')).toBeNull();
    arrive([project('old'), ...list]);
    expect(await screen.findByRole('link', { name: 'Title e' })).toBeVisible();
    expect(titles().map(({ textContent }) => textContent)).toEqual([
      'Title e',
      'Title c',
      'Title b',
      'Title a',
    ]);
    expect(visit.shown).toHaveLength(6);
  });

  test.each([
    ['the visit knows the list', () => (visit.shown = list.map(toCard)), 'Title e'],
    ['the visit began here', () => (visit.selected = [toCard(project('a'))]), 'Title a'],
  ])('is there at once if %s', (_what, know, first) => {
    know();
    showHome();
    expect(titles()[0]).toHaveTextContent(first);
    expect(listMock).not.toHaveBeenCalled();
  });

  test.each([
    ['no project is completed', () => listMock.mockResolvedValueOnce([project('d', 'In Progress')])],
    ['it cannot be read', () => listMock.mockRejectedValueOnce(new ApiError({ status: 502 }))],
  ])('is gone if %s', async (_what, answer) => {
    answer();
    showHome();
    await waitFor(() => expect(heading()).toBeNull());
  });
});
