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
  const project = (id: string, differences: Partial<Project> = {}) =>
    sampleProject({ id, title: `Title ${id}`, ...differences });
  const list = ['a', 'b', 'c', 'd', 'e'].map((id) =>
    project(id, id === 'd' ? { status: 'In Progress' } : {}),
  );
  const section = () => within(screen.getByRole('region', { name: 'Selected work' }));
  const heading = () => screen.queryByRole('heading', { level: 2, name: 'Selected work' });
  const titles = () => section().queryAllByRole('heading', { level: 3 });
  const namesOf = (headings: HTMLElement[]) => headings.map(({ textContent }) => textContent);
  /** The projects' links before the section. */
  const hero = () => screen.getByRole('heading', { level: 1 }).closest('section') as HTMLElement;
  const inHero = () => within(hero()).queryAllByRole('link', { name: /^Title/ });

  test('has one project in the hero, and the next right after it, each with its cover and a link', async () => {
    const { container } = showHome([project('c'), project('b'), project('a')]);
    expect(namesOf(inHero())).toEqual(['Title c']);
    expect(screen.getAllByRole('heading', { level: 2 })[0]).toBe(heading());
    expect(namesOf(titles())).toEqual(['Title b', 'Title a']);
    expect(container.querySelectorAll('article img')).toHaveLength(3);
    expect(section().getByRole('link', { name: 'See all projects' })).toHaveAttribute('href', '/projects');
    await userEvent.click(screen.getByRole('link', { name: 'Title b' }));
    expect(screen.getByRole('heading', { name: 'The project' })).toBeVisible();
    expect(visit).toMatchObject({ opened: 'b', selected: [{ id: 'c' }, { id: 'b' }, { id: 'a' }] });
    expect(listMock).not.toHaveBeenCalled();
  });

  test('in the hero is the newest that has a cover, and a drawing if none has', () => {
    const plain = (id: string) => project(id, { coverImage: '' });
    const { unmount } = showHome([plain('c'), project('b'), project('a')]);
    expect(namesOf(inHero())).toEqual(['Title b']);
    expect(hero().querySelector(':scope > svg')).toBeNull();
    expect(namesOf(titles())).toEqual(['Title c', 'Title a']);
    unmount();
    showHome(['e', 'd', 'c', 'b', 'a'].map(plain));
    expect(inHero()).toEqual([]);
    expect(hero().querySelector(':scope > svg')).toBeVisible();
    expect(namesOf(titles())).toEqual(['Title e', 'Title d', 'Title c', 'Title b']);
  });

  test('after a move has its room while it is read: the newest five that are completed', async () => {
    let arrive: (projects: Project[]) => void = () => undefined;
    listMock.mockReturnValueOnce(new Promise((resolve) => (arrive = resolve)));
    showHome();
    expect(heading()).toBeVisible();
    expect(titles()).toEqual([]);
    expect(inHero()).toEqual([]);
    expect(hero().querySelector('svg')).toBeNull();
    arrive([project('older'), project('old'), ...list]);
    expect(await screen.findByRole('link', { name: 'Title e' })).toBeVisible();
    expect(namesOf(inHero())).toEqual(['Title e']);
    expect(namesOf(titles())).toEqual(['Title c', 'Title b', 'Title a', 'Title old']);
    expect(visit.shown).toHaveLength(7);
  });

  test.each([
    ['the visit knows the list', () => (visit.shown = list.map(toCard)), 'Title e'],
    ['the visit began here', () => (visit.selected = [toCard(project('a'))]), 'Title a'],
  ])('is there at once if %s', (_what, know, first) => {
    know();
    showHome();
    expect(namesOf(inHero())).toEqual([first]);
    expect(listMock).not.toHaveBeenCalled();
  });

  test.each([
    [
      'no project is completed',
      () => listMock.mockResolvedValueOnce([project('d', { status: 'In Progress' })]),
    ],
    ['it cannot be read', () => listMock.mockRejectedValueOnce(new ApiError({ status: 502 }))],
  ])('is gone if %s, and the hero has its drawing', async (_what, answer) => {
    answer();
    showHome();
    await waitFor(() => expect(heading()).toBeNull());
    expect(hero().querySelector(':scope > svg')).toBeVisible();
  });
});
